import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { applyCounts, CountChanges } from './count-changes.ts'

/** Deletes emails for good, with the messages and files that no other mailbox has. Part of a transaction. */
export async function removeEmails(tx: Queries<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await tx
    .deleteFrom('mail_emails')
    .where('id', 'in', [...ids])
    .returning(['message_id', 'mailbox_id', 'folder', 'is_read'])
    .execute()
  const changes = new CountChanges()
  for (const { mailbox_id: mailboxId, folder, is_read: isRead } of gone) {
    changes.take({ mailboxId, folder, isRead })
  }
  await applyCounts(tx, changes)
  await removeMessages(tx, [...new Set(gone.map(({ message_id: id }) => id))].toSorted())
}

/** Locks the messages first, so that of two deletions of their last emails one finds none. */
async function removeMessages(tx: Queries<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .selectFrom('mail_messages')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const kept = await tx
    .selectFrom('mail_emails')
    .select('message_id')
    .where('message_id', 'in', [...ids])
    .execute()
  // The log of sending deletes those that are not sent yet, or may be sent again.
  const sent = await tx
    .selectFrom('mail_outgoing')
    .select('message_id')
    .where('message_id', 'in', [...ids])
    .where('state', 'in', ['scheduled', 'sending'])
    .execute()
  const still = new Set([...kept, ...sent].map(({ message_id: id }) => id))
  const over = ids.filter((id) => !still.has(id))
  if (over.length > 0) await tx.deleteFrom('mail_messages').where('id', 'in', over).execute()
}
