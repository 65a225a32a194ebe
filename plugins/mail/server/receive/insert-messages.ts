import type { ParsedMessage } from '@host/email'
import type { Queries } from '@host/plugin'
import { mailLimits, type SenderVerdicts } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { FoundThread } from './find-threads.ts'
import { cutText, type MessageColumns } from './message-columns.ts'
import type { StagedMessage } from './staged-message.ts'

export interface NewMessage {
  readonly parsed: ParsedMessage
  /** See `messageColumns`. */
  readonly columns: MessageColumns
  readonly staged: StagedMessage
  /** Bytes of the raw message. */
  readonly size: number
  readonly envelopeFrom: string
  readonly checks: SenderVerdicts | null
  readonly thread: FoundThread
}

/** The conversation that a message begins. */
export function ownThreadId({ raw }: StagedMessage): string {
  return `mailthread_${raw.key.slice(-36)}`
}

/** Stores received or written messages of a workspace with their bodies and files. Part of a transaction. @returns their IDs */
export async function insertMessages(
  { blobs }: Pick<Parts, 'blobs'>,
  tx: Queries<Tables>,
  { orgId, messages }: { readonly orgId: string; readonly messages: readonly NewMessage[] },
): Promise<readonly string[]> {
  const files = messages.flatMap(({ staged }) => [staged.raw, ...staged.files])
  const placed = blobs.placeAll(
    orgId,
    files.map(({ key, blob }) => ({ key, staged: blob })),
  )
  const inserted = tx.insertInto('mail_messages').values(messages.map(rowOf)).returning(['id', 'raw']).execute()
  // The writes go to the database together.
  const [rows] = await Promise.all([inserted, placed])
  const byRaw = new Map(rows.map(({ id, raw }) => [raw, id]))
  const ids = messages.map(({ staged }) => byRaw.get(staged.raw.key) ?? '')
  await insertBodies(tx, messages, ids)
  await insertFiles(tx, messages, ids)
  return ids
}

function rowOf({ columns, staged, size, envelopeFrom, checks, thread }: NewMessage) {
  return {
    ...columns,
    raw: staged.raw.key,
    size,
    message_key: thread.messageKey,
    root_key: thread.rootKey,
    thread_id: thread.threadId,
    envelope_from: cutText(envelopeFrom, 320),
    checks,
  }
}

async function insertBodies(
  tx: Queries<Tables>,
  messages: readonly NewMessage[],
  ids: readonly string[],
): Promise<void> {
  const rows = messages.flatMap(({ parsed: { html } }, at) =>
    html === undefined ? [] : [{ message_id: ids[at] ?? '', html: cutText(html, mailLimits.html) }],
  )
  if (rows.length > 0) await tx.insertInto('mail_bodies').values(rows).execute()
}

/** Rows of one statement, each of ten values. */
const mostRows = 1_000

async function insertFiles(
  tx: Queries<Tables>,
  messages: readonly NewMessage[],
  ids: readonly string[],
): Promise<void> {
  const rows = messages.flatMap(({ staged }, at) =>
    staged.files.map(({ key, attachment }, position) => ({
      message_id: ids[at] ?? '',
      position,
      name: cutText(attachment.name, 255),
      type: attachment.type,
      size: attachment.bytes.length,
      content_id: attachment.contentId ?? null,
      is_inline: attachment.inline,
      is_truncated: attachment.truncated,
      file: key,
    })),
  )
  for (let at = 0; at < rows.length; at += mostRows) {
    await tx
      .insertInto('mail_attachments')
      .values(rows.slice(at, at + mostRows))
      .execute()
  }
}
