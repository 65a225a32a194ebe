import { Problem, UniqueViolation, type Queries, type Row } from '@host/plugin'
import type { PasskeyEntry } from '@host/plugin/platform'
import type { HostDatabase, HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import type { Passkey } from './models.ts'
import type { MadePasskey, PasskeyUse } from './passkey-ceremonies.ts'

/** A passkey as it is stored. */
export type StoredPasskey = Row<typeof Passkey>

/** How many passkeys an account may have. */
export const mostPasskeys = 20

/** Passkeys in the database. */
export class PasskeyStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  /** Those of an account, the oldest first. */
  list(userId: string): Promise<StoredPasskey[]> {
    return this.#db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  }

  find(credentialId: string): Promise<StoredPasskey | undefined> {
    return this.#db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
  }

  /**
   * Notes a use; false when the counter did not move on, which says that there is a copy of the authenticator. Those
   * that do not count say 0 each time.
   */
  async use({ id }: StoredPasskey, { counter, isSynced }: PasskeyUse, now: number): Promise<boolean> {
    const used = await this.#db
      .updateTable('passkeys')
      .set({ counter, is_synced: isSynced, last_used_at: iso(now) })
      .where('id', '=', id)
      .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
      .returning('id')
      .executeTakeFirst()
    return used !== undefined
  }

  /** @throws Problem `not_found` */
  async rename(userId: string, id: string, name: string): Promise<StoredPasskey> {
    const renamed = await this.#db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (renamed === undefined) throw new Problem('not_found')
    return renamed
  }
}

/** A passkey that a user adds to their account. */
export interface AddedPasskey {
  readonly userId: string
  readonly handle: string
  readonly name: string
  readonly createdAt: string
  readonly made: MadePasskey
}

/** Stores a passkey. @throws Problem `conflict` when an account has it already, or the account has too many */
export async function insertPasskey(db: Queries<HostTables>, added: AddedPasskey): Promise<StoredPasskey> {
  const { userId, handle, name, createdAt, made } = added
  const { credentialId, publicKey, counter, transports, isSynced } = made
  try {
    return await db
      .insertInto('passkeys')
      .values({
        user_id: userId,
        user_handle: handle,
        name,
        created_at: createdAt,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        transports,
        is_synced: isSynced,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { detail: knownPasskey, cause: error })
  }
}

/** Removes a passkey; @throws Problem `not_found` */
export async function deletePasskey(db: Queries<HostTables>, userId: string, id: string): Promise<StoredPasskey> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (removed === undefined) throw new Problem('not_found')
  return removed
}

/** @throws Problem `conflict` */
export function requireRoomFor(count: number): void {
  if (count < mostPasskeys) return
  throw new Problem('conflict', {
    detail: {
      en: `You've reached the limit of ${mostPasskeys} passkeys.`,
      zh: `每个账户最多可有 ${mostPasskeys} 个通行密钥。`,
    },
    nextStep: { en: 'Remove one you no longer use.', zh: '请移除不再使用的通行密钥。' },
  })
}

/** A passkey as its owner sees it. */
export function passkeyEntry(passkey: StoredPasskey): PasskeyEntry {
  const { id, name, created_at: createdAt, last_used_at: lastUsedAt, is_synced: isSynced } = passkey
  return { id, name, createdAt, lastUsedAt, isSynced }
}

const knownPasskey = { en: 'This passkey is already added.', zh: '此通行密钥已被添加。' } as const
