/**
 * The tables of the keys, with their central rule: everything that depends on the current root key happens in a
 * transaction that locks the keyring's row. So a data key is written under the current root key only, and a rotation
 * either waits for it, and finds it when it re-wraps, or comes first, and it is not written.
 */
import type { Queries } from '@host/plugin'
import { DataAccess } from '../../database/data-access.ts'
import type { Database } from '../../database/database.ts'
import type { Connection } from '../../database/driver.ts'
import type { Dialect } from '../../database/statement.ts'
import { JoiningTransactor } from '../../database/joining-transactor.ts'
import { keyModels, type KeyDatabase, type KeyTables } from './models.ts'
import type { WrappedKey } from './root-key.ts'

/** The keyring's row. */
export interface Keyring {
  /** Names the key file of this database. */
  readonly id: string
  /** The root key that wraps new data keys; null before the first start has one. */
  readonly rootId: string | null
  /** Root keys that were current before. */
  readonly past: readonly string[]
  /** When the current root key became it. */
  readonly since: string | null
}

/** A data key under its old root key and under the new one. */
export interface Rewrapped {
  readonly before: WrappedKey
  readonly after: WrappedKey
}

const tableCount: Readonly<Record<Dialect, string>> = {
  sqlite: `select count(*) as "count" from sqlite_schema where type = 'table' and name in ('host_keyring', 'host_data_keys')`,
  postgres: `select count(*) as "count" from pg_tables where schemaname = current_schema() and tablename in ('host_keyring', 'host_data_keys')`,
}

const keyColumns = ['id', 'workspace_id as workspace', 'root_id as rootId', 'wrapped', 'origins'] as const

export class KeyStore {
  readonly #on: JoiningTransactor
  readonly #db: KeyDatabase

  constructor(database: Database) {
    const owners = [{ name: 'host', models: keyModels }]
    const access = new DataAccess({ database, owners, onDoor: () => undefined })
    this.#on = new JoiningTransactor(database)
    this.#db = access.forHost(keyModels, this.#on)
  }

  /** The transaction that a call would join now. */
  get joined(): Connection | undefined {
    return this.#on.joined
  }

  /** Whether the tables of the keys exist: a migration makes them. */
  async hasTables(): Promise<boolean> {
    const sql = tableCount[this.#on.dialect]
    const { rows } = await this.#on.run({ sql, parameters: [], writes: false })
    return Number(rows[0]?.['count']) === 2
  }

  /** The keyring; undefined before the first start. */
  async findKeyring(): Promise<Keyring | undefined> {
    return await readKeyring(this.#db)
  }

  /** The keyring, made when there is none. */
  async keyring(): Promise<Keyring> {
    const known = await this.findKeyring()
    if (known !== undefined) return known
    await this.#db
      .insertInto('host_keyring')
      .values({ name: 'host' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return await this.keyring()
  }

  /** Records the first root key of a database that has none. */
  async claim(rootId: string, since: string): Promise<void> {
    await this.#db.updateTable('host_keyring').set({ root_id: rootId, since }).where('root_id', 'is', null).execute()
  }

  /** Runs `work` in a transaction during which the root key that is current stays so. */
  async hold<Result>(work: (db: Queries<KeyTables>, keyring: Keyring) => Promise<Result>): Promise<Result> {
    await this.keyring()
    return await this.#db.transaction(async (db) => {
      // An update that changes nothing holds the row on both databases; `for update` is not known to SQLite.
      await db
        .updateTable('host_keyring')
        .set((set) => ({ name: set.ref('name') }))
        .execute()
      const keyring = await readKeyring(db)
      if (keyring === undefined) throw new Error('The keyring was removed from the database; restore it from a backup.')
      return await work(db, keyring)
    })
  }

  async dataKey(workspace: string): Promise<WrappedKey | undefined> {
    return await this.#db
      .selectFrom('host_data_keys')
      .select(keyColumns)
      .where('workspace_id', '=', workspace)
      .executeTakeFirst()
  }

  /** Stores a data key unless its workspace has one, or its root key is no longer current. */
  async insert({ id, workspace, rootId, wrapped, origins = null }: WrappedKey): Promise<void> {
    await this.hold(async (db, keyring) => {
      if (keyring.rootId !== rootId) return
      await db
        .insertInto('host_data_keys')
        .values({ id, workspace_id: workspace, root_id: rootId, wrapped, origins })
        .onConflict((conflict) => conflict.column('workspace_id').doNothing())
        .execute()
    })
  }

  /** Stores data keys wrapped again; one that was wrapped again meanwhile stays. @returns false when `rootId` is not current */
  async replace(rootId: string, changes: readonly Rewrapped[]): Promise<boolean> {
    return await this.hold(async (db, keyring) => {
      if (keyring.rootId !== rootId) return false
      for (const { before, after } of changes) {
        await db
          .updateTable('host_data_keys')
          .set({ root_id: rootId, wrapped: after.wrapped })
          .where('id', '=', before.id)
          .where('wrapped', '=', before.wrapped)
          .execute()
      }
      return true
    })
  }

  /** Some data keys that another root key wraps. */
  async wrappedElsewhere(rootId: string, limit: number): Promise<readonly WrappedKey[]> {
    return await this.#db
      .selectFrom('host_data_keys')
      .select(keyColumns)
      .where('root_id', '!=', rootId)
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** How many data keys each root key wraps. */
  async countByRoot(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db
      .selectFrom('host_data_keys')
      .select((select) => ['root_id as rootId', select.fn.countAll<number>().as('count')])
      .groupBy('root_id')
      .execute()
    return new Map(rows.map(({ rootId, count }) => [rootId, count]))
  }
}

async function readKeyring(db: Queries<KeyTables>): Promise<Keyring | undefined> {
  const row = await db
    .selectFrom('host_keyring')
    .select(['id', 'root_id as rootId', 'past', 'since'])
    .executeTakeFirst()
  return row && Object.freeze({ ...row, past: row.past ?? [] })
}
