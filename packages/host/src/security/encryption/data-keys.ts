/**
 * The data keys of an instance, unwrapped: created on first need, kept in memory while they are used.
 *
 * Inside a transaction a missing key is created as part of it, because on SQLite no other connection can write until it
 * ends. That transaction reads such a key again for each value, as a savepoint may have undone it, and all others find
 * it once it is committed: so no stored value was ever sealed with a key that was not stored.
 */
import { randomBytes } from 'node:crypto'
import { TypeIds } from '../../database/type-id.ts'
import { RecentMap } from '../../support/recent-map.ts'
import type { DataKey } from './data-key.ts'
import type { KeyStore } from './key-store.ts'
import type { RootKeys } from './root-keys.ts'

/** How many workspaces' keys stay in memory; the longest unused go first, and are read again when needed. */
const capacity = 10_000
/** A rotation may come between two reads; two of them in a row hardly do. */
const mostAttempts = 5

/** State of one transaction, or of everything outside of them. */
class Reach {
  /** The workspaces whose keys this transaction created, or tried to; its reads of them may be undone. */
  readonly made = new Set<string>()
  /** Pending reads and creations, so that many callers wait for one. */
  readonly running = new Map<string, Promise<DataKey | undefined>>()
}

export class DataKeys {
  readonly #store: KeyStore
  readonly #roots: RootKeys
  readonly #ids = new TypeIds()
  readonly #known = new RecentMap<string, DataKey>(capacity)
  readonly #outside = new Reach()
  readonly #inside = new WeakMap<object, Reach>()

  constructor(store: KeyStore, roots: RootKeys) {
    this.#store = store
    this.#roots = roots
  }

  /** The key of a workspace if it is in memory. @param workspace empty for the instance */
  known(workspace: string): DataKey | undefined {
    return this.#known.get(workspace)
  }

  /** The key of a workspace; undefined when it has none yet. */
  async find(workspace: string): Promise<DataKey | undefined> {
    return await this.#once(`find ${workspace}`, async (reach) => {
      const key = await this.#read(workspace)
      if (key !== undefined && !reach.made.has(workspace)) this.#known.set(workspace, key)
      return key
    })
  }

  /** The key of a workspace, made when it has none yet. */
  async need(workspace: string): Promise<DataKey> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const key = await this.find(workspace)
      if (key !== undefined) return key
      await this.#once(`make ${workspace}`, (reach) => this.#make(workspace, reach))
    }
    throw new Error('The key of a workspace could not be stored.')
  }

  async #read(workspace: string): Promise<DataKey | undefined> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const row = await this.#store.dataKey(workspace)
      const root = row === undefined ? undefined : await this.#roots.find(row.rootId)
      if (row === undefined || root !== undefined) return row && root?.unwrap(row)
      // It was wrapped again since, and the root key of before is gone already: read it again.
    }
    throw new Error(`A data key is wrapped with a root key that is missing from ${this.#roots.source}.`)
  }

  async #make(workspace: string, reach: Reach): Promise<undefined> {
    const { rootId } = await this.#store.keyring()
    const root = rootId === null ? undefined : await this.#roots.find(rootId)
    if (root === undefined) throw new Error(`The current root key is not in ${this.#roots.source}.`)
    if (reach !== this.#outside) reach.made.add(workspace)
    await this.#store.insert(root.wrap(randomBytes(32), { id: this.#ids.next('dky'), workspace }))
  }

  /** Shares one run among many callers; a transaction never waits for a caller that may wait for it. */
  #once(name: string, work: (reach: Reach) => Promise<DataKey | undefined>): Promise<DataKey | undefined> {
    const reach = this.#reach()
    const running = reach.running.get(name)
    if (running !== undefined) return running
    const started = work(reach).finally(() => reach.running.delete(name))
    reach.running.set(name, started)
    return started
  }

  #reach(): Reach {
    const { joined } = this.#store
    if (joined === undefined) return this.#outside
    const reach = this.#inside.get(joined) ?? new Reach()
    this.#inside.set(joined, reach)
    return reach
  }
}
