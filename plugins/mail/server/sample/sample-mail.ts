/** Sample data of a workspace: a mailbox that receives nothing, because its domain cannot be owned, with some emails. */
import type { Queries, WorkspaceScope } from '@host/plugin'
import { folders } from '../../shared.ts'
import { applyCounts, CountChanges } from '../emails/count-changes.ts'
import { removeEmails } from '../emails/remove-emails.ts'
import { countDeletedMailbox, countMailbox } from '../mailboxes/mailbox-totals.ts'
import type { Tables } from '../models.ts'
import { sampleEmails, type SampleEmail } from './sample-emails.ts'

type Scope = WorkspaceScope<Tables>

export const sampleAddress = 'hello@practice.example'

const hour = 3_600_000

/** @returns the IDs of the mailbox and its emails */
export async function addSampleMail({ db, userId, language, now }: Scope): Promise<readonly string[]> {
  const name = { en: 'Practice', zh: '练习' }[language]
  return await db.transaction(async (tx) => {
    await countMailbox(tx)
    const { id: mailboxId } = await tx
      .insertInto('mail_mailboxes')
      .values({ address: sampleAddress, name, created_by: userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('mail_counts')
      .values(folders.map((folder) => ({ mailbox_id: mailboxId, folder })))
      .execute()
    await tx.insertInto('mail_access').values({ mailbox_id: mailboxId, user_id: userId }).execute()
    const ids = [mailboxId]
    const counts = new CountChanges()
    for (const email of sampleEmails(language)) {
      counts.add({ mailboxId, folder: email.folder, isRead: email.isRead })
      ids.push(await addEmail(tx, { mailboxId, name, email, now: now().getTime() }))
    }
    await applyCounts(tx, counts)
    return ids
  })
}

/** Removes the mailbox with all that is in it. */
export async function removeSampleMail({ db }: Scope, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const emails = await tx.selectFrom('mail_emails').select('id').where('mailbox_id', 'in', ids).execute()
    await removeEmails(
      tx,
      emails.map(({ id }) => id),
    )
    await tx.deleteFrom('mail_access').where('mailbox_id', 'in', ids).execute()
    const samples = tx.deleteFrom('mail_mailboxes').where('id', 'in', ids)
    if ((await samples.returning('id').execute()).length > 0) await countDeletedMailbox(tx)
    await tx.deleteFrom('mail_totals').where('mailboxes', '=', 0).execute()
  })
}

interface NewSample {
  readonly mailboxId: string
  readonly name: string
  readonly email: SampleEmail
  /** Milliseconds since 1970. */
  readonly now: number
}

/** @returns its ID */
async function addEmail(tx: Queries<Tables>, { mailboxId, name, email, now }: NewSample): Promise<string> {
  const { thread, folder, isRead, hoursAgo, from, subject, text, checks } = email
  const own = { name, address: sampleAddress }
  const sender = from ?? own
  const threadId = `mailthread_${mailboxId}-${thread}`
  const { id: messageId } = await tx
    .insertInto('mail_messages')
    .values({
      // Bytes can't be stored inside a transaction: a sample has no original to download.
      raw: `messages/${mailboxId}-${thread}-${hoursAgo}`,
      size: Buffer.byteLength(text),
      thread_id: threadId,
      sender,
      sender_text: `${sender.name} ${sender.address}`,
      recipients: [from === undefined ? { name: 'Lin', address: 'lin@studio.example' } : own],
      subject,
      snippet: text.replaceAll(/\s+/g, ' '),
      text,
      parse: 'complete',
      checks,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('mail_emails')
    .values({
      message_id: messageId,
      mailbox_id: mailboxId,
      thread_id: threadId,
      direction: from === undefined ? 'out' : 'in',
      folder,
      is_read: isRead,
      received_at: new Date(now - hoursAgo * hour).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
