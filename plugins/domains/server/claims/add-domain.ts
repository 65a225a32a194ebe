import { domainToUnicode } from 'node:url'
import { Problem, UniqueViolation, withinPlan, type Queries, type WorkspaceScope } from '@host/plugin'
import { domainLimits, type DomainDetails } from '../../shared.ts'
import { momentAfter, pendingDelay, pendingTime } from '../checks/check-schedule.ts'
import { domainCreated } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { newChallenge } from './challenge.ts'
import { shownDomain } from './domain-rows.ts'
import { domainsQuota } from './domains-quota.ts'
import { scheduleCheck } from './schedule-check.ts'
import { urgencyOf } from './urgency.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/**
 * Adds a pending domain, and the job that checks it.
 * @throws Problem `invalid_input` for a refused name, `conflict` for one that is there, and over the
 * limit of unverified ones, `quota_exceeded`, `tier_required`
 */
export async function addDomainTo(
  parts: Parts,
  { db, orgId, userId, audit }: Caller,
  text: string,
): Promise<DomainDetails> {
  const name = await parts.edge.judge(text)
  const id = await withinPlan(parts.ctx, { db, orgId, quota: domainsQuota }, async (tx, allow) => {
    await removeExpired(tx, name, parts.clock())
    allow((await lockDomains(tx)) + 1, 1)
    const added = await insertDomain(parts, tx, { name, userId })
    await scheduleCheck(parts, tx, { orgId, id: added, delay: pendingDelay(0) })
    await parts.events.publish(domainCreated, orgId, { domainId: added, name })
    audit.describe({ target: `domain:${added}`, after: { name } })
    return added
  })
  return await shownDomain(db, id)
}

async function insertDomain(
  { clock }: Parts,
  tx: Queries<Tables>,
  { name, userId }: { readonly name: string; readonly userId: string },
): Promise<string> {
  const now = clock()
  const values = {
    name,
    shown_name: domainToUnicode(name),
    urgency: urgencyOf('pending'),
    challenge: newChallenge(),
    expires_at: momentAfter(now, pendingTime),
    created_by: userId,
    created_at: momentAfter(now),
  }
  try {
    const added = tx.insertInto('domains_domains').values(values).returning('id')
    return (await added.executeTakeFirstOrThrow()).id
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Problem('conflict', { ...alreadyAdded, cause: error })
    throw error
  }
}

/** One that nobody removed yet because checks are slow or paused must not stand in the way. */
async function removeExpired(tx: Queries<Tables>, name: string, now: number): Promise<void> {
  const own = tx.deleteFrom('domains_domains').where('name', '=', name).where('state', '=', 'pending')
  await own.where('expires_at', '<=', momentAfter(now)).execute()
}

/**
 * Counts the domains of the workspace. An addition locks its row of `domains_added` until the transaction ends, so
 * that additions come one after the other, the first one too. They are counted afterwards: domains that were added
 * meanwhile are seen by the next statement only.
 */
async function lockDomains(tx: Queries<Tables>): Promise<number> {
  const add = tx.insertInto('domains_added').values({ domains: 1 })
  await add
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((set) => ({ domains: set('domains_added.domains', '+', 1) })),
    )
    .execute()
  const rows = await tx.selectFrom('domains_domains').select('state').execute()
  const pending = rows.filter(({ state }) => state === 'pending').length
  if (pending >= domainLimits.pending) throw new Problem('conflict', tooManyPending)
  return rows.length
}

const alreadyAdded = {
  detail: { en: 'This domain is in this workspace already.', zh: '此域名已在此工作区中。' },
  nextStep: { en: 'Open it in the list of domains.', zh: '请在域名列表中打开它。' },
}

const tooManyPending = {
  detail: {
    en: `This workspace has reached the limit of ${domainLimits.pending} unverified domains.`,
    zh: `此工作区已有 ${domainLimits.pending} 个未验证的域名。`,
  },
  nextStep: { en: 'Verify or remove some of them, then try again.', zh: '请先验证或移除其中一些，然后重试。' },
}
