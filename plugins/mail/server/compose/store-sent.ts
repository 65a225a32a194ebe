import type { ParsedMessage } from '@host/email'
import { Problem, type Queries } from '@host/plugin'
import type { EmailAddress } from '../../shared.ts'
import { parserProblem } from '../busy.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { findThread } from '../receive/find-threads.ts'
import { insertMessages, ownThreadId } from '../receive/insert-messages.ts'
import { messageColumns } from '../receive/message-columns.ts'
import { discardMessage, stageMessage, type StagedMessage } from '../receive/staged-message.ts'

type Storing = Pick<Parts, 'blobs' | 'pool'>

/** A composed message whose bytes are stored, and shown nowhere until `storeSent`. */
export interface PreparedMessage {
  readonly bytes: Uint8Array
  readonly parsed: ParsedMessage
  readonly staged: StagedMessage
}

/** Parses a composed message apart, and stores its bytes. Not inside a transaction. */
export async function prepareSent(parts: Storing, orgId: string, bytes: Uint8Array): Promise<PreparedMessage> {
  const parsed = await parts.pool.parse(bytes).catch((error: unknown) => {
    throw parserProblem(error)
  })
  return { bytes, parsed, staged: await stageMessage(parts, orgId, { bytes, parsed }) }
}

/** Removes the bytes of a message that was not stored after all. Never rejects. */
export async function discardSent(parts: Pick<Parts, 'blobs'>, { staged }: PreparedMessage): Promise<void> {
  await discardMessage(parts, staged)
}

export interface SentMessage {
  readonly orgId: string
  readonly prepared: PreparedMessage
  /** Null for a message of no mailbox, such as one of the instance: then it has no email. */
  readonly mailboxId: string | null
  readonly envelopeFrom: string
  /** When it is sent. */
  readonly sentAt: string
  readonly bcc?: readonly EmailAddress[]
}

export interface StoredSent {
  /** Of `mail_messages`. */
  readonly messageId: string
  /** Of `mail_emails`; null for a message of no mailbox. */
  readonly emailId: string | null
  readonly threadId: string
}

/**
 * Stores a prepared message, and its email in the folder `sent` of its mailbox. Part of a transaction.
 * @throws Problem `conflict` for a mailbox that was deleted meanwhile
 */
export async function storeSent(
  parts: Pick<Parts, 'blobs'>,
  tx: Queries<Tables>,
  { orgId, prepared, mailboxId, envelopeFrom, sentAt, bcc = [] }: SentMessage,
): Promise<StoredSent> {
  const { bytes, parsed, staged } = prepared
  const thread = await findThread(tx, { headers: parsed.headers, ownThreadId: ownThreadId(staged) })
  const message = {
    parsed,
    columns: messageColumns(parsed),
    staged,
    size: bytes.length,
    envelopeFrom,
    checks: null,
    thread,
  }
  const [messageId = ''] = await insertMessages(parts, tx, { orgId, messages: [message] })
  const { threadId } = thread
  if (mailboxId === null) return { messageId, emailId: null, threadId }
  await countSent(tx, mailboxId)
  const { id: emailId } = await tx
    .insertInto('mail_emails')
    .values({
      message_id: messageId,
      mailbox_id: mailboxId,
      thread_id: threadId,
      direction: 'out',
      folder: 'sent',
      is_read: true,
      bcc,
      received_at: sentAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { messageId, emailId, threadId }
}

/** Counts an email in its folder, whose row is there as long as the mailbox, and waits for a deletion of that. */
async function countSent(tx: Queries<Tables>, mailboxId: string): Promise<void> {
  const counted = await tx
    .updateTable('mail_counts')
    .set((set) => ({ emails: set('emails', '+', 1) }))
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  if (counted === undefined) throw new Problem('conflict', { detail: mailboxGone })
}

const mailboxGone = {
  en: 'The mailbox was deleted. Send from another one.',
  zh: '该邮箱已被删除，请使用其他邮箱发送。',
}
