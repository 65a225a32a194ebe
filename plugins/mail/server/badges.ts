import type { WorkspaceScope } from '@host/plugin'
import { readableMailboxes } from './mailboxes/access.ts'
import type { Tables } from './models.ts'

/** Unread emails in the inboxes that the caller may read, from one query of the kept counts. */
export async function badges({
  db,
  userId,
}: Pick<WorkspaceScope<Tables>, 'db' | 'userId'>): Promise<Readonly<Record<string, number>>> {
  const { unread } = await db
    .selectFrom('mail_counts')
    .select(({ fn }) => fn.sum('unread').as('unread'))
    .where('folder', '=', 'inbox')
    .where('mailbox_id', 'in', readableMailboxes(db, userId))
    .executeTakeFirstOrThrow()
  return { mail: Number(unread) }
}
