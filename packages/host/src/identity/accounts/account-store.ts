import type { Queries } from '@host/plugin'
import type { Growth, User } from '@host/plugin/platform'
import { growthOf } from '../growth.ts'
import type { HostDatabase, HostTables } from '../models.ts'

/** An account as it is stored. */
export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly isInstanceAdmin: boolean
  /** False for an account whose address was only vouched for; see `proveMailbox`. */
  readonly isMailboxProven?: boolean
  readonly createdAt: string
}

/** An account with the hash of its password. */
export interface StoredAccount extends User {
  readonly passwordHash: string | null
  readonly isEmailVerified: boolean
  readonly isDisabled: boolean
  /** See `endAccess`. */
  readonly accessEpoch: number
}

const columns = ['id', 'email', 'name', 'is_instance_admin as isInstanceAdmin', 'created_at as createdAt'] as const

/** Accounts in the database. Email addresses come normalised. */
export class AccountStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  findByEmail(email: string): Promise<StoredAccount | undefined> {
    return this.#findBy('email', email)
  }

  find(userId: string): Promise<StoredAccount | undefined> {
    return this.#findBy('id', userId)
  }

  async hasInstanceAdmin(): Promise<boolean> {
    const admin = await this.#db
      .selectFrom('users')
      .select('id')
      .where('is_instance_admin', '=', true)
      .limit(1)
      .executeTakeFirst()
    return admin !== undefined
  }

  /** Stores a hash again, unless the password was changed meanwhile. */
  async rehash(userId: string, from: string, to: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ password_hash: to })
      .where('id', '=', userId)
      .where('password_hash', '=', from)
      .execute()
  }

  growth(since: string): Promise<Growth> {
    return growthOf(this.#db, 'users', since)
  }

  async #findBy(column: 'id' | 'email', value: string): Promise<StoredAccount | undefined> {
    const found = await this.#db
      .selectFrom('users')
      .select([...columns, 'password_hash as passwordHash', 'is_email_verified as isEmailVerified'])
      .select(['access_epoch as accessEpoch', 'disabled_at as disabledAt'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (found === undefined) return undefined
    const { disabledAt, ...account } = found
    return { ...account, isDisabled: disabledAt !== null }
  }
}

/** Stores an account; undefined when its email address has one. */
export function insertAccount(db: Queries<HostTables>, account: NewAccount): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      is_instance_admin: account.isInstanceAdmin,
      is_mailbox_proven: account.isMailboxProven ?? true,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst()
}
