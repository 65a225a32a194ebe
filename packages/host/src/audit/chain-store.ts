/**
 * The chains in the database. A change of a chain is one batch, so it happens as a whole or not at all, wherever the
 * process ends; and it happens only while the chain is as it was read, so of two processes that seal the same chain one
 * wins and the other finds nothing left to do.
 *
 * The condition is the chain's seal, which changes with everything in its row. Later statements require the seal that
 * the first one wrote.
 */
import type { SqlRow, SqlValue, Statement } from '../database/statement.ts'
import type { SealedEntry, StoredChain, UnsealedEntry } from './chain-key.ts'
import { entryColumns } from './entry-columns.ts'
import { quote } from '../database/quote.ts'
import type { Transactor } from '../database/transactor.ts'
import { numbered } from './numbered.ts'

/** An entry's place in its chain. */
export interface EntrySeal {
  readonly id: string
  readonly seq: number
  readonly mac: string
}

const isSealedAs = 'exists (select 1 from audit_chains where org_id = ? and seal = ?)'

const sealedRows = {
  sqlite: `select value ->> 'id' as sealed_id, value ->> 'seq' as seq, value ->> 'mac' as mac from json_each(?)`,
  postgres:
    'select id as sealed_id, seq, mac from jsonb_to_recordset(?::jsonb) as given(id text, seq bigint, mac text)',
}

/** The database interface needed by the chains. */
export type ChainDatabase = Pick<Transactor, 'dialect' | 'run' | 'batch'>

export class ChainStore {
  readonly #database: ChainDatabase

  constructor(database: ChainDatabase) {
    this.#database = database
  }

  async read(orgId: string): Promise<StoredChain | undefined> {
    const [row] = await this.#rows('select * from audit_chains where org_id = ?', [orgId])
    return row as StoredChain | undefined
  }

  /** Chains by their workspace, after one. */
  async page(after: string, limit: number): Promise<readonly StoredChain[]> {
    const rows = await this.#rows('select * from audit_chains where org_id > ? order by org_id limit ?', [after, limit])
    return rows as readonly unknown[] as readonly StoredChain[]
  }

  /** The next workspace behind an id, the instance among them, with entries that wait for their place. Examines one row. */
  async waitingAfter(orgId: string): Promise<string | undefined> {
    const next = 'select org_id from audit_unsealed where org_id > ? order by org_id limit 1'
    const [row] = await this.#rows(next, [orgId])
    return row === undefined ? undefined : String(row['org_id'])
  }

  async countWaiting(): Promise<number> {
    const [row] = await this.#rows('select count(*) as count from audit_unsealed', [])
    return Number(row?.['count'])
  }

  /** Entries that wait for their place, the oldest first. */
  async unsealed(orgId: string, limit: number): Promise<readonly UnsealedEntry[]> {
    const rows = await this.#rows('select * from audit_unsealed where org_id = ? order by id limit ?', [orgId, limit])
    return rows as readonly unknown[] as readonly UnsealedEntry[]
  }

  /** Entries of a chain behind one place and up to another, in order. */
  sealed(orgId: string, after: number, upTo: number): Promise<readonly SealedEntry[]> {
    return this.#sealed('org_id = ? and seq > ? and seq <= ? order by seq', [orgId, after, upTo])
  }

  /** Some entries that claim a place outside of a chain. */
  astray({ org_id, anchor_seq, seq }: StoredChain, limit: number): Promise<readonly SealedEntry[]> {
    return this.#sealed('org_id = ? and (seq <= ? or seq > ?) order by seq limit ?', [org_id, anchor_seq, seq, limit])
  }

  /** Workspaces with sealed entries and without a chain. */
  async orphans(): Promise<readonly string[]> {
    const rows = await this.#rows(
      `select distinct org_id from audit_entries
       where not exists (select 1 from audit_chains where audit_chains.org_id = audit_entries.org_id)`,
      [],
    )
    return rows.map(({ org_id: orgId }) => String(orgId))
  }

  /** Makes a chain and counts it in the instance's. @returns false when the instance's chain is not `from` any more */
  async begin(
    chain: StoredChain,
    { from, to }: { readonly from: StoredChain; readonly to: StoredChain },
  ): Promise<boolean> {
    return await this.#change(this.#move(from, to), [this.#insert(chain, to)])
  }

  /** Makes the chain of the instance, which counts all others. */
  async beginInstance(chain: StoredChain): Promise<void> {
    await this.#database.run(this.#insert(chain, undefined))
  }

  /** Moves entries that wait to the end of a chain. @returns false when the chain is not `from` any more */
  async append(from: StoredChain, to: StoredChain, seals: readonly EntrySeal[]): Promise<boolean> {
    const names = entryColumns.map(quote).join(', ')
    const sealed = sealedRows[this.#database.dialect]
    const given = JSON.stringify(seals)
    const place = this.#statement(
      `insert into audit_entries (${names}, seq, mac) select ${names}, sealed.seq, sealed.mac
       from (${sealed}) as sealed join audit_unsealed on audit_unsealed.id = sealed.sealed_id where ${isSealedAs}`,
      [given, to.org_id, to.seal],
    )
    const take = this.#statement(
      `delete from audit_unsealed where id in (select sealed_id from (${sealed}) as sealed) and ${isSealedAs}`,
      [given, to.org_id, to.seal],
    )
    return await this.#change(this.#move(from, to), [place, take])
  }

  /** Removes the entries in front of a chain's anchor. @returns false when the chain is not `from` any more */
  async expire(from: StoredChain, to: StoredChain): Promise<boolean> {
    const remove = this.#statement(`delete from audit_entries where org_id = ? and seq <= ? and ${isSealedAs}`, [
      to.org_id,
      to.anchor_seq,
      to.org_id,
      to.seal,
    ])
    return await this.#change(this.#move(from, to), [remove])
  }

  /** Removes a chain with all of its entries. @returns whether there was one, which the instance's chain counts */
  async erase(orgId: string): Promise<boolean> {
    const from = (table: string): Statement => this.#statement(`delete from ${table} where org_id = ?`, [orgId])
    // The chain first, as who seals it does, so that neither waits for the other.
    const [chain] = await this.#database.batch(['audit_chains', 'audit_unsealed', 'audit_entries'].map(from))
    return chain?.changes === 1
  }

  /** Writes a chain's row again. @returns false when the chain is not `from` any more */
  async change(from: StoredChain, to: StoredChain): Promise<boolean> {
    return await this.#change(this.#move(from, to), [])
  }

  async #change(move: Statement, following: readonly Statement[]): Promise<boolean> {
    const [moved] = await this.#database.batch([move, ...following])
    return moved?.changes === 1
  }

  #move(from: StoredChain, to: StoredChain): Statement {
    return this.#statement(
      `update audit_chains set seq = ?, mac = ?, anchor_seq = ?, anchor_mac = ?, retention_days = ?, chains = ?, seal = ?
       where org_id = ? and seal = ?`,
      [to.seq, to.mac, to.anchor_seq, to.anchor_mac, to.retention_days, to.chains, to.seal, from.org_id, from.seal],
    )
  }

  /** @param onlyWith the instance's chain as it must be; undefined when the instance's chain itself is made */
  #insert(chain: StoredChain, onlyWith: StoredChain | undefined): Statement {
    const { id, org_id, seq, mac, anchor_seq, anchor_mac, retention_days, chains, seal } = chain
    const condition =
      onlyWith === undefined
        ? { sql: 'true', values: [] }
        : { sql: isSealedAs, values: [onlyWith.org_id, onlyWith.seal] }
    return this.#statement(
      `insert into audit_chains (id, org_id, seq, mac, anchor_seq, anchor_mac, retention_days, chains, seal)
       select ?, ?, cast(? as bigint), ?, cast(? as bigint), ?, cast(? as bigint), cast(? as bigint), ? where ${condition.sql} on conflict (org_id) do nothing`,
      [id, org_id, seq, mac, anchor_seq, anchor_mac, retention_days, chains, seal, ...condition.values],
    )
  }

  async #sealed(condition: string, parameters: readonly SqlValue[]): Promise<readonly SealedEntry[]> {
    const rows = await this.#rows(`select * from audit_entries where ${condition}`, parameters)
    return rows as readonly unknown[] as readonly SealedEntry[]
  }

  async #rows(sql: string, parameters: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return (await this.#database.run({ ...this.#statement(sql, parameters), writes: false })).rows
  }

  #statement(sql: string, parameters: readonly SqlValue[]): Statement {
    return { sql: numbered(this.#database.dialect, sql), parameters, writes: true }
  }
}
