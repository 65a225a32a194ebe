import type { Queries } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { tooManyMailboxes } from './mailbox-problems.ts'

/**
 * Counts a new mailbox of the workspace, whose total is locked until the transaction ends.
 * @returns how many it has with that one
 * @throws Problem `conflict` at the limit
 */
export async function countMailbox(tx: Queries<Tables>): Promise<number> {
  const add = tx.insertInto('mail_totals').values({ mailboxes: 0 })
  await add.onConflict((conflict) => conflict.column('org_id').doNothing()).execute()
  const counted = tx
    .updateTable('mail_totals')
    .set((set) => ({ mailboxes: set('mailboxes', '+', 1) }))
    .where('mailboxes', '<', mailLimits.mailboxes)
  const total = await counted.returning('mailboxes').executeTakeFirst()
  if (total === undefined) throw tooManyMailboxes()
  return total.mailboxes
}

/** Counts a mailbox that was deleted. */
export async function countDeletedMailbox(tx: Queries<Tables>): Promise<void> {
  await tx
    .updateTable('mail_totals')
    .set((set) => ({ mailboxes: set('mailboxes', '-', 1), deleted: set('deleted', '+', 1) }))
    .execute()
}
