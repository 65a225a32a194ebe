import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

export type SenderRow = NonNullable<Awaited<ReturnType<typeof lockSender>>>

/** @throws Problem `not_found` */
export async function selectSender(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('mail_senders').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Locks a sending domain, and with it its keys. Inside a transaction. */
export async function lockSender(tx: Queries<Tables>, id: string) {
  return await tx.selectFrom('mail_senders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Columns of keys without the sealed ones, which only `signingKeys` reads. */
const publicColumns = [
  'id',
  'domain',
  'stage',
  'selector',
  'ed25519_public',
  'rsa_public',
  'changeset_id',
  'served_at',
  'signs_at',
  'retired_at',
  'missing_at',
  'created_at',
] as const

export type KeysRow = Awaited<ReturnType<typeof keysOfSender>>[number]

/** The keys of a sending domain, the newest first. */
export async function keysOfSender(db: ReadQueries<Tables>, senderId: string) {
  return await db
    .selectFrom('mail_signing_keys')
    .select(publicColumns)
    .where('sender_id', '=', senderId)
    .orderBy('id', 'desc')
    .execute()
}
