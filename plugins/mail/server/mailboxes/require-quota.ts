/**
 * Creates mailboxes within the plan of a workspace. The plan is another plugin's, which is asked before the transaction: one
 * that waited for it would hold the only writer of SQLite. Its answer and our own total make the most mailboxes that the
 * workspace may have, and the total is compared under its lock. Where others have created mailboxes since the question, it
 * is asked again.
 */
import { Entitlements, Problem, type Queries, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { countMailbox } from './mailbox-totals.ts'

/** The quota of mailboxes that a plan may set. */
export const mailboxesQuota = 'mailboxes'

/** Questions to the plan while others create mailboxes. */
const mostTries = 8

/** Thrown to undo a transaction whose mailbox is one too many. */
class OverQuota extends Error {}

interface Workspace {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
}

/**
 * Counts a new mailbox and stores it in one transaction.
 * @param store is called again in another transaction when others have used up what was left
 * @throws Problem `quota_exceeded`, `tier_required`, `conflict` at the limit of every workspace
 */
export async function withinQuota<Result>(
  { ctx }: Pick<Parts, 'ctx'>,
  workspace: Workspace,
  store: (tx: Queries<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const most = await mostMailboxes(ctx, workspace)
    try {
      return await workspace.db.transaction(async (tx) => {
        if ((await countMailbox(tx)) > most) throw new OverQuota()
        return await store(tx)
      })
    } catch (error) {
      if (!(error instanceof OverQuota)) throw error
      if (tries === mostTries) throw quotaExceeded()
    }
  }
}

/** Never too many, and too few only while others are deleted. @throws Problem `quota_exceeded`, `tier_required` */
async function mostMailboxes(ctx: Parts['ctx'], { db, orgId }: Workspace): Promise<number> {
  const plans = ctx.lookup(Entitlements)
  if (plans === undefined) return Infinity
  const before = await totalOf(db)
  const left = await plans.remaining(orgId, mailboxesQuota)
  if (left === undefined) return Infinity
  if (left < 1) throw quotaExceeded()
  const { deleted } = await totalOf(db)
  // The fewest mailboxes that there were when the plan was asked. A total is deleted with the last sample.
  const gone = deleted < before.deleted ? before.mailboxes : Math.min(before.mailboxes, deleted - before.deleted)
  return before.mailboxes - gone + left
}

async function totalOf(db: ScopedDatabase<Tables>) {
  const totals = db.selectFrom('mail_totals').select(['mailboxes', 'deleted'])
  return (await totals.executeTakeFirst()) ?? { mailboxes: 0, deleted: 0 }
}

function quotaExceeded(): Problem {
  return new Problem('quota_exceeded', {
    detail: { en: 'The plan allows no more mailboxes.', zh: '套餐不允许创建更多邮箱。' },
  })
}
