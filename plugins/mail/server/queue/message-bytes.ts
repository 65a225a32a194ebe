import { joinInTurns, type DkimKey } from '@host/email'
import type { ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { instanceKeys } from '../senders/instance-keys.ts'
import { signingKeys } from '../senders/signing-keys.ts'
import { composeAutomatic, signedMessage, type MessageBytes } from './compose-automatic.ts'
import { domainOf } from './domains.ts'
import { openBody } from './sealed-body.ts'

/** A row of `mail_outgoing` from which the bytes come. */
export interface SentRow {
  readonly id: string
  readonly message_id: string | null
  readonly prefix: string
  readonly body: string | null
  readonly seal: string | null
  readonly from_address: string
  readonly created_at: string
  readonly source_key: string | null
}

/** The bytes of a message, signed with the keys of its sender's domain; undefined for one that was deleted. */
export async function messageBytes(
  parts: Parts,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
  row: SentRow,
): Promise<MessageBytes | undefined> {
  const plain =
    row.message_id === null
      ? await composedBody(parts, orgId, row)
      : await storedBytes(parts, { db, orgId }, { messageId: row.message_id, prefix: row.prefix })
  if (plain === undefined) return undefined
  return await signedMessage(plain, await keysOf(parts, orgId, row), new Date(parts.clock()))
}

/** An automatic email may come from the address of the instance, whose domain another workspace has. */
async function keysOf(parts: Parts, orgId: string, row: SentRow): Promise<readonly DkimKey[]> {
  const own = await signingKeys(parts, orgId, domainOf(row.from_address))
  return own.length > 0 || row.source_key === null ? own : await instanceKeys(parts, row.from_address)
}

async function storedBytes(
  { blobs }: Pick<Parts, 'blobs'>,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
  { messageId, prefix }: { readonly messageId: string; readonly prefix: string },
): Promise<Buffer | undefined> {
  const message = await db.selectFrom('mail_messages').select('raw').where('id', '=', messageId).executeTakeFirst()
  const blob = message && (await blobs.get(orgId, message.raw))
  if (blob === undefined) return undefined
  const pieces = [Buffer.from(prefix, 'latin1'), ...(await Array.fromAsync(blob.body))]
  return Buffer.from((await joinInTurns(pieces)).buffer)
}

async function composedBody(parts: Parts, orgId: string, row: SentRow): Promise<Buffer | undefined> {
  if (row.body === null || row.seal === null) return undefined
  const mail = await openBody(parts.ctx, orgId, { body: row.body, seal: row.seal })
  const key = row.source_key ?? row.id
  return await composeAutomatic(mail, { from: row.from_address, date: new Date(row.created_at), key })
}
