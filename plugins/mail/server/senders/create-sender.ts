import { domainToUnicode } from 'node:url'
import { Problem, UniqueViolation, type WorkspaceScope } from '@host/plugin'
import { normalizeHostName } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import { domainUnknown } from '../mailboxes/mailbox-problems.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { insertKeys } from './insert-keys.ts'
import { makeKeys } from './private-keys.ts'
import { scheduleSender } from './sender-job.ts'
import { lockSender, selectSender } from './sender-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** Sets up sending from a verified domain. @returns its ID @throws Problem `invalid_input`, `conflict` */
export async function createSenderIn(parts: Parts, caller: Caller, name: string): Promise<string> {
  const { db, orgId, userId, audit } = caller
  const domain = normalizeHostName(name)
  if (domain === undefined || !(await provedDomains(parts.edge, orgId)).has(domain)) throw domainUnknown('domain')
  const sealed = await makeKeys(parts.ctx, orgId)
  const now = parts.clock()
  try {
    return await db.transaction(async (tx) => {
      const all = await tx.selectFrom('mail_senders').select('id').limit(mailLimits.senders).execute()
      if (all.length >= mailLimits.senders) throw tooMany()
      const values = { domain, shown_name: domainToUnicode(domain), created_by: userId }
      const { id } = await tx
        .insertInto('mail_senders')
        .values({ ...values, created_at: new Date(now).toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertKeys(tx, { id, domain }, { sealed, now })
      await scheduleSender(parts, tx, { orgId, id })
      audit.describe({ target: `mail_sender:${id}`, after: { domain } })
      return id
    })
  } catch (error) {
    if (error instanceof UniqueViolation) throw isThere(error)
    throw error
  }
}

/** Makes new keys, which sign once their records are served. @throws Problem `not_found`, `conflict` */
export async function rotateKeys(parts: Parts, { db, orgId, audit }: Caller, id: string): Promise<void> {
  const { domain } = await selectSender(db, id)
  if (!(await provedDomains(parts.edge, orgId)).has(domain)) throw domainUnknown('domain')
  const sealed = await makeKeys(parts.ctx, orgId)
  await db.transaction(async (tx) => {
    const row = await lockSender(tx, id)
    if (row === undefined) throw new Problem('not_found')
    await insertKeys(tx, row, { sealed, now: parts.clock() })
    await scheduleSender(parts, tx, { orgId, id })
    audit.describe({ target: `mail_sender:${id}`, after: { domain: row.domain } })
  })
}

/** @throws Problem `not_found` */
export async function changeRotation(
  parts: Parts,
  { db, orgId, audit }: Caller,
  { id, rotateDays }: { readonly id: string; readonly rotateDays: number | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockSender(tx, id)
    if (row === undefined) throw new Problem('not_found')
    await tx.updateTable('mail_senders').set({ rotate_days: rotateDays }).where('id', '=', id).execute()
    await scheduleSender(parts, tx, { orgId, id })
    audit.describe({
      target: `mail_sender:${id}`,
      before: { rotateDays: row.rotate_days },
      after: { rotateDays },
    })
  })
}

/** @throws Problem `not_found` */
export async function deleteSenderIn(
  { openKeys }: Pick<Parts, 'openKeys'>,
  { db, audit }: Caller,
  id: string,
): Promise<void> {
  const ids = await db.transaction(async (tx) => {
    const row = await lockSender(tx, id)
    if (row === undefined) throw new Problem('not_found')
    const keys = await tx.selectFrom('mail_signing_keys').select('id').where('sender_id', '=', id).execute()
    audit.describe({ target: `mail_sender:${id}`, before: { domain: row.domain } })
    await tx.deleteFrom('mail_senders').where('id', '=', id).execute()
    return keys.map((each) => each.id)
  })
  for (const each of ids) openKeys.delete(each)
}

function isThere(cause: unknown): Problem {
  const message = { en: 'This domain is set up already.', zh: '此域名已设置。' }
  return new Problem('conflict', { detail: message, errors: [{ path: 'domain', message }], cause })
}

function tooMany(): Problem {
  return new Problem('conflict', {
    detail: {
      en: `A workspace has at most ${mailLimits.senders} sending domains.`,
      zh: `工作区最多有 ${mailLimits.senders} 个发件域名。`,
    },
    nextStep: { en: 'Delete one that is not needed, then try again.', zh: '请先删除不再需要的，然后重试。' },
  })
}
