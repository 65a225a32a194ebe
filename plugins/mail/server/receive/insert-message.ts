import type { ParsedMessage } from '@host/email'
import type { Queries } from '@host/plugin'
import { mailLimits, type SenderVerdicts } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { FoundThread } from './find-thread.ts'
import { cutText, messageColumns } from './message-columns.ts'
import type { StagedMessage } from './staged-message.ts'

export interface NewMessage {
  readonly orgId: string
  readonly parsed: ParsedMessage
  readonly staged: StagedMessage
  /** Bytes of the raw message. */
  readonly size: number
  readonly envelopeFrom: string
  readonly checks: SenderVerdicts | null
}

export interface InsertedMessage {
  readonly id: string
  readonly threadId: string
}

/** Stores a received or written message with its body and files. Part of a transaction. */
export async function insertMessage(
  { blobs }: Pick<Parts, 'blobs'>,
  tx: Queries<Tables>,
  { message, thread }: { readonly message: NewMessage; readonly thread: FoundThread },
): Promise<InsertedMessage> {
  const { orgId, parsed, staged, size, envelopeFrom, checks } = message
  const placed = blobs.place(orgId, staged.raw.key, staged.raw.blob)
  const threadId = thread.threadId ?? `mailthread_${staged.raw.key.slice(-36)}`
  const inserted = tx
    .insertInto('mail_messages')
    .values({
      ...messageColumns(parsed),
      raw: staged.raw.key,
      size,
      message_key: thread.messageKey,
      root_key: thread.rootKey,
      thread_id: threadId,
      envelope_from: cutText(envelopeFrom, 320),
      checks,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The writes go to the database together.
  const [{ id }] = await Promise.all([inserted, placed])
  if (parsed.html !== undefined) {
    const html = cutText(parsed.html, mailLimits.html)
    await tx.insertInto('mail_bodies').values({ message_id: id, html }).execute()
  }
  await insertFiles({ blobs }, tx, { message, messageId: id })
  return { id, threadId }
}

async function insertFiles(
  { blobs }: Pick<Parts, 'blobs'>,
  tx: Queries<Tables>,
  { message: { orgId, staged }, messageId }: { readonly message: NewMessage; readonly messageId: string },
): Promise<void> {
  for (const [position, { key, blob, attachment }] of staged.files.entries()) {
    await blobs.place(orgId, key, blob)
    await tx
      .insertInto('mail_attachments')
      .values({
        message_id: messageId,
        position,
        name: cutText(attachment.name, 255),
        type: attachment.type,
        size: attachment.bytes.length,
        content_id: attachment.contentId ?? null,
        is_inline: attachment.inline,
        is_truncated: attachment.truncated,
        file: key,
      })
      .execute()
  }
}
