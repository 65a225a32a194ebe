/** Sample data of a workspace: a mailbox that receives nothing, because its domain cannot be owned, with some emails. */
import { Jobs, requireService, type PluginContext, type Queries, type WorkspaceScope } from '@host/plugin'
import { folders, type EmailAddress } from '../../shared.ts'
import { applyCounts, CountChanges } from '../emails/count-changes.ts'
import { removeEmails } from '../emails/remove-emails.ts'
import { countDeletedMailbox, countMailbox } from '../mailboxes/mailbox-totals.ts'
import { composeEmail } from '../inbound/compose-email.ts'
import type { Tables } from '../models.ts'
import { storeSampleBytes } from './sample-bytes.ts'
import { sampleEmails, type SampleEmail } from './sample-emails.ts'

type Scope = WorkspaceScope<Tables>

export const sampleAddress = 'hello@practice.example'

const hour = 3_600_000

/** @returns the IDs of the mailbox and its emails */
export async function addSampleMail(
  { db, orgId, userId, language, now }: Scope,
  ctx: PluginContext<Tables>,
): Promise<readonly string[]> {
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
    const samples = sampleEmails(language).map((email) => sampleOf({ mailboxId, name, email, now: now().getTime() }))
    const ids = [mailboxId]
    const counts = new CountChanges()
    for (const sample of samples) {
      const { folder, isRead } = sample.email
      counts.add({ mailboxId, folder, isRead })
      ids.push(await addEmail(tx, sample))
    }
    await applyCounts(tx, counts)
    const messages = samples.map(({ key, original }) => ({ key, text: original }))
    await requireService(ctx, Jobs).enqueue(orgId, storeSampleBytes, { messages })
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

interface Sample extends NewSample {
  readonly from: EmailAddress
  readonly to: EmailAddress
  readonly receivedAt: string
  readonly messageId: string
  /** Of its original. */
  readonly key: string
  readonly original: string
}

/** A sample email with its original. */
function sampleOf(sample: NewSample): Sample {
  const { mailboxId, name, email, now } = sample
  const own = { name, address: sampleAddress }
  const from = email.from ?? own
  const to = email.from === undefined ? { name: 'Lin', address: 'lin@studio.example' } : own
  const receivedAt = new Date(now - email.hoursAgo * hour).toISOString()
  const unique = `${mailboxId}-${email.thread}-${email.hoursAgo}`
  const messageId = `<${unique}@${from.address.slice(from.address.indexOf('@') + 1)}>`
  const { subject, text } = email
  const bytes = composeEmail(
    { from: written(from), to: [written(to)], subject, text, date: receivedAt, messageId },
    now,
  )
  const key = `messages/${unique}`
  return { ...sample, from, to, receivedAt, messageId, key, original: Buffer.from(bytes).toString() }
}

const written = ({ name, address }: EmailAddress): string => `${name} <${address}>`

/** @returns its ID */
async function addEmail(tx: Queries<Tables>, sample: Sample): Promise<string> {
  const { mailboxId, email, from, to, receivedAt, messageId, key } = sample
  const { thread, folder, isRead, subject, text, checks } = email
  const threadId = `mailthread_${mailboxId}-${thread}`
  const { id } = await tx
    .insertInto('mail_messages')
    .values({
      raw: key,
      size: Buffer.byteLength(sample.original),
      message_id: messageId,
      thread_id: threadId,
      sender: from,
      sender_text: `${from.name} ${from.address}`,
      recipients: [to],
      subject,
      snippet: text.replaceAll(/\s+/g, ' '),
      text,
      parse: 'complete',
      checks,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await tx
    .insertInto('mail_emails')
    .values({
      message_id: id,
      mailbox_id: mailboxId,
      thread_id: threadId,
      direction: email.from === undefined ? 'out' : 'in',
      folder,
      is_read: isRead,
      received_at: receivedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}
