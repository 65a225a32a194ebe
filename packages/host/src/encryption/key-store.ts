/**
 * The tables of the keys, and the one rule that holds them together: a data key is written only while the root key that
 * wraps it is the current one. Both happen in one transaction that holds the keyring's row, so a rotation either waits
 * for the data key, and finds it when it re-wraps, or comes first, and the data key is not written.
 */
import type { Queries } from '@host/plugin'
import { DataAccess } from '../db/data-access.ts'
import type { Database } from '../db/database.ts'
import type { Connection } from '../db/driver.ts'
import { JoiningTransactor } from '../db/joining-transactor.ts'
import { encryptionModels, type KeyDatabase, type KeyTables } from './models.ts'
import type { WrappedKey } from './root-key.ts'

/** The keyring's row. */
export interface Keyring {
  readonly id: string
  /** The root key that wraps new data keys; null before the first start has one. */
  readonly rootId: string | null
}

const columns = ['id', 'workspace_id as workspace', 'root_id as rootId', 'wrapped'] as const

export class KeyStore {
  readonly #on: JoiningTransactor
  readonly #db: KeyDatabase

  constructor(database: Database) {
    const owners = [{ name: 'host', models: encryptionModels }]
    const access = new DataAccess({ database, owners, onDoor: () => undefined })
    this.#on = new JoiningTransactor(database)
    this.#db = access.forHost(encryptionModels, this.#on)
  }

  /** The transaction that what is called now would be a part of. */
  get joined(): Connection | undefined {
    return this.#on.joined
  }

  /** The keyring, made when there is none. */
  async keyring(): Promise<Keyring> {
    const known = await this.#readKeyring()
    if (known !== undefined) return known
    await this.#db
      .insertInto('host_keyring')
      .values({ name: 'host' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await this.#readKeyring()) ?? (await this.keyring())
  }

  /** Makes a root key the current one in place of another. @returns whether that other one was current */
  async advance(from: string | null, to: string, at: string): Promise<boolean> {
    const moved = await this.#db
      .updateTable('host_keyring')
      .set({ root_id: to, rotated_at: at })
      .where('root_id', from === null ? 'is' : '=', from)
      .returning('id')
      .execute()
    return moved.length > 0
  }

  async dataKey(workspace: string): Promise<WrappedKey | undefined> {
    return await this.#db
      .selectFrom('host_data_keys')
      .select(columns)
      .where('workspace_id', '=', workspace)
      .executeTakeFirst()
  }

  /** Stores a data key unless its workspace has one, or its root key is no longer current. */
  async insert({ id, workspace, rootId, wrapped }: WrappedKey): Promise<void> {
    await this.#whileCurrent(rootId, async (db) => {
      await db
        .insertInto('host_data_keys')
        .values({ id, workspace_id: workspace, root_id: rootId, wrapped })
        .onConflict((conflict) => conflict.column('workspace_id').doNothing())
        .execute()
    })
  }

  /** The root keys that something needs: the current one, and all that data keys are wrapped with. */
  async rootsInUse(): Promise<ReadonlySet<string>> {
    const rows = await this.#db.selectFrom('host_data_keys').select('root_id as rootId').distinct().execute()
    const { rootId } = await this.keyring()
    return new Set([...(rootId === null ? [] : [rootId]), ...rows.map((row) => row.rootId)])
  }

  async #readKeyring(): Promise<Keyring | undefined> {
    return await this.#db.selectFrom('host_keyring').select(['id', 'root_id as rootId']).executeTakeFirst()
  }

  async #whileCurrent(rootId: string, work: (db: Queries<KeyTables>) => Promise<void>): Promise<boolean> {
    return await this.#db.transaction(async (db) => {
      // An update that changes nothing holds the row on both databases; `for update` is not known to SQLite.
      const held = await db
        .updateTable('host_keyring')
        .set((set) => ({ root_id: set.ref('root_id') }))
        .where('root_id', '=', rootId)
        .returning('id')
        .execute()
      if (held.length === 0) return false
      await work(db)
      return true
    })
  }
}
