import { randomUUID } from 'node:crypto'
import { Problem, type Queries } from '@host/plugin'
import { requireEmail } from '../emails/email-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { Writer } from './senders.ts'

/** Bytes of an email with another date, stored and shown nowhere until they are placed. */
export interface StagedDate {
  /** Part of a transaction. */
  place(tx: Queries<Tables>): Promise<void>
  /** Never rejects. */
  discard(): Promise<void>
}

/** Writes another header Date into an own email that was not sent. It is signed when it is sent. @throws Problem `not_found` */
export async function stageDate(
  { blobs }: Pick<Parts, 'blobs'>,
  { db, userId, orgId }: Writer,
  { id, sendAt }: { readonly id: string; readonly sendAt: string },
): Promise<StagedDate> {
  const { message_id: messageId, direction } = await requireEmail(db, userId, id)
  const message = await db.selectFrom('mail_messages').select('raw').where('id', '=', messageId).executeTakeFirst()
  const blob = message && (await blobs.get(orgId, message.raw))
  if (blob === undefined || direction !== 'out') throw new Problem('not_found')
  const bytes = Buffer.concat(await Array.fromAsync(blob.body))
  const changed = withDate(bytes, sendAt)
  const staged = await blobs.stage(orgId, changed, { type: 'message/rfc822' })
  const key = `messages/${randomUUID()}`
  return {
    async place(tx) {
      await blobs.place(orgId, key, staged)
      const row = { raw: key, size: changed.length }
      await tx.updateTable('mail_messages').set(row).where('id', '=', messageId).execute()
    },
    discard: () => blobs.discard(staged),
  }
}

/** A composed message with another Date, which it has on one line. */
export function withDate(bytes: Buffer, moment: string): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  const start = bytes.indexOf('\r\nDate: ') + 2
  if (start < 2 || start > end) return bytes
  const date = new Date(moment).toUTCString().replace('GMT', '+0000')
  return Buffer.concat([
    bytes.subarray(0, start),
    Buffer.from(`Date: ${date}`),
    bytes.subarray(bytes.indexOf('\r\n', start)),
  ])
}
