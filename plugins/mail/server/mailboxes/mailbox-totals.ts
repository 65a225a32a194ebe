import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Counts a new mailbox of the workspace, whose total is locked until the transaction ends. @returns how many it has with it */
export async function countMailbox(tx: Queries<Tables>): Promise<number> {
  const add = tx.insertInto('mail_totals').values({ mailboxes: 1 })
  const counted = add.onConflict((conflict) =>
    conflict.column('org_id').doUpdateSet((set) => ({ mailboxes: set('mail_totals.mailboxes', '+', 1) })),
  )
  return (await counted.returning('mailboxes').executeTakeFirstOrThrow()).mailboxes
}

/** Counts a mailbox that was deleted. */
export async function countDeletedMailbox(tx: Queries<Tables>): Promise<void> {
  await tx
    .updateTable('mail_totals')
    .set((set) => ({ mailboxes: set('mailboxes', '-', 1) }))
    .execute()
}
