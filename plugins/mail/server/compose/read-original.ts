import type { ReadQueries } from '@host/plugin'
import { parserProblem } from '../busy.ts'
import { requireEmail } from '../emails/email-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { Original } from './answered-email.ts'
import type { Writer } from './senders.ts'

/** An email that is answered, with its rows. */
export interface FoundOriginal extends Original {
  readonly emailId: string
  readonly messageId: string
  readonly mailboxId: string
}

type Reading = Pick<Parts, 'blobs' | 'pool'>

/** An email of a mailbox that the caller may read, with the headers by which it is answered. @throws Problem `not_found`, `overloaded` */
export async function readOriginal(parts: Reading, { db, userId, orgId }: Writer, id: string): Promise<FoundOriginal> {
  const email = await requireEmail(db, userId, id)
  const message = await messageOf(db, email.message_id)
  return {
    emailId: id,
    messageId: email.message_id,
    mailboxId: email.mailbox_id,
    direction: email.direction,
    from: email.sender,
    replyTo: message.reply_to,
    to: email.recipients,
    cc: email.cc,
    subject: email.subject,
    text: message.text,
    html: await htmlOf(db, email.message_id),
    receivedAt: email.received_at,
    headers: {
      messageId: message.message_id === '' ? undefined : message.message_id,
      inReplyTo: message.in_reply_to === '' ? [] : [message.in_reply_to],
      references: await referencesOf(parts, orgId, message.raw),
    },
  }
}

async function messageOf(db: ReadQueries<Tables>, id: string) {
  const rows = db.selectFrom('mail_messages').select(['reply_to', 'text', 'message_id', 'in_reply_to', 'raw'])
  return await rows.where('id', '=', id).executeTakeFirstOrThrow()
}

async function htmlOf(db: ReadQueries<Tables>, messageId: string): Promise<string | null> {
  const bodies = db.selectFrom('mail_bodies').select('html').where('message_id', '=', messageId)
  return (await bodies.executeTakeFirst())?.html ?? null
}

/** Headers are read from that many bytes. */
const headBytes = 64 * 1024

/** The header References of a stored message, which no column has. */
async function referencesOf({ blobs, pool }: Reading, orgId: string, key: string): Promise<readonly string[]> {
  const blob = await blobs.get(orgId, key)
  if (blob === undefined) return []
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of blob.body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= headBytes) break
  }
  const head = Buffer.concat(chunks).subarray(0, headBytes)
  const end = head.indexOf('\r\n\r\n')
  try {
    return (await pool.parse(end === -1 ? head : head.subarray(0, end + 4))).headers.references
  } catch (cause) {
    throw parserProblem(cause)
  }
}
