import { Problem, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** The mailboxes that a member may read, as a subquery. */
export function readableMailboxes(db: ReadQueries<Tables>, userId: string) {
  return db.selectFrom('mail_access').select('mail_access.mailbox_id').where('mail_access.user_id', '=', userId)
}

/** @throws Problem `not_found` for a mailbox that the member may not read, as for one that isn't there */
export async function requireReadable(db: ReadQueries<Tables>, userId: string, mailboxId: string): Promise<void> {
  const access = readableMailboxes(db, userId).where('mail_access.mailbox_id', '=', mailboxId)
  if ((await access.executeTakeFirst()) === undefined) throw new Problem('not_found')
}
