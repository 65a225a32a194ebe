import type { Growth, ListRequest, Page, Queries, User } from '@host/plugin'
import { growthOf } from '../growth.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { orderedPage } from '../ordered-page.ts'

/** An account as it is stored. */
export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly isInstanceAdmin: boolean
  readonly createdAt: string
}

/** An account with the hash of its password. */
export type StoredAccount = User & { readonly passwordHash: string | null }

const columns = ['id', 'email', 'name', 'is_instance_admin as isInstanceAdmin', 'created_at as createdAt'] as const

/** Accounts in the database. E-mail addresses come normalised. */
export class AccountStore {
  readonly #db: HostDatabase

  constructor(db: HostDatabase) {
    this.#db = db
  }

  findByEmail(email: string): Promise<StoredAccount | undefined> {
    return this.#db
      .selectFrom('users')
      .select([...columns, 'password_hash as passwordHash'])
      .where('email', '=', email)
      .executeTakeFirst()
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

  /** Stores a hash anew, unless the password was changed meanwhile. */
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

  listAll(request: ListRequest): Promise<Page<User>> {
    return orderedPage(
      this.#db.selectFrom('users').select(columns),
      {
        id: 'id',
        texts: { created: undefined, name: 'name', email: 'email' },
        usual: '-created',
        searched: ['name', 'email'],
      },
      request,
    )
  }
}

/** Stores an account; undefined when its e-mail address has one. */
export function insertAccount(db: Queries<HostTables>, account: NewAccount): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      is_instance_admin: account.isInstanceAdmin,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst()
}
