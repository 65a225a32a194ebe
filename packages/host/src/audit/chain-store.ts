/**
 * The chains in the database. A change of a chain is one batch, so it happens as a whole or not at all, wherever the
 * process ends; and it happens only while the chain is as it was read, so of two processes that seal the same chain one
 * wins and the other finds nothing left to do.
 *
 * The condition is the chain's seal, which changes with everything in its row. Later statements require the seal that
 * the first one wrote.
 */
import type { SqlValue, Statement } from '../database/statement.ts'
import type { SealedEntry, StoredChain, UnsealedEntry } from './chain-key.ts'
import { entryColumns } from './entry-columns.ts'
import { NamedStatement } from '../database/named-statement.ts'
import { quote } from '../database/quote.ts'
import type { Transactor } from '../database/transactor.ts'

/** An entry's place in its chain. */
export interface EntrySeal {
  readonly id: string
  readonly seq: number
  readonly mac: string
}

/** Values by their names in a statement. */
type NamedValues = Readonly<Record<string, SqlValue>>

const isSealedAs = 'exists (select 1 from audit_chains where org_id = :org_id and seal = :seal)'

const sealedRows = {
  sqlite: `select value ->> 'id' as sealed_id, value ->> 'seq' as seq, value ->> 'mac' as mac from json_each(:seals)`,
  postgres:
    'select id as sealed_id, seq, mac from jsonb_to_recordset(:seals::jsonb) as given(id text, seq bigint, mac text)',
}

/** The database interface needed by the chains. */
export type ChainDatabase = Pick<Transactor, 'dialect' | 'run' | 'batch'>

export class ChainStore {
  readonly #database: ChainDatabase

  constructor(database: ChainDatabase) {
    this.#database = database
  }

  async read(orgId: string): Promise<StoredChain | undefined> {
    const text = 'select * from audit_chains where org_id = :org_id'
    const [chain] = await this.#read<StoredChain>(text, { org_id: orgId })
    return chain
  }

  /** Chains by their workspace, after one. */
  async page(after: string, limit: number): Promise<readonly StoredChain[]> {
    const next = 'select * from audit_chains where org_id > :after order by org_id limit :limit'
    return await this.#read<StoredChain>(next, { after, limit })
  }

  /** The next workspace behind an id, the instance among them, with entries that wait for their place. Examines one row. */
  async waitingAfter(orgId: string): Promise<string | undefined> {
    const next = 'select org_id from audit_unsealed where org_id > :org_id order by org_id limit 1'
    const [chain] = await this.#read<{ readonly org_id: string }>(next, { org_id: orgId })
    return chain?.org_id
  }

  async countWaiting(): Promise<number> {
    const [waiting] = await this.#read<{ readonly count: number }>('select count(*) as count from audit_unsealed', {})
    return waiting?.count ?? 0
  }

  /** Entries that wait for their place, the oldest first. */
  async unsealed(orgId: string, limit: number): Promise<readonly UnsealedEntry[]> {
    const oldest = 'select * from audit_unsealed where org_id = :org_id order by id limit :limit'
    return await this.#read<UnsealedEntry>(oldest, { org_id: orgId, limit })
  }

  /** Entries of a chain behind one place and up to another, in order. */
  sealed(orgId: string, after: number, upTo: number): Promise<readonly SealedEntry[]> {
    const between = 'org_id = :org_id and seq > :after and seq <= :up_to order by seq'
    return this.#sealed(between, { org_id: orgId, after, up_to: upTo })
  }

  /** Some entries that claim a place outside of a chain. */
  astray({ org_id, anchor_seq, seq }: StoredChain, limit: number): Promise<readonly SealedEntry[]> {
    const outside = 'org_id = :org_id and (seq <= :anchor_seq or seq > :seq) order by seq limit :limit'
    return this.#sealed(outside, { org_id, anchor_seq, seq, limit })
  }

  /** Workspaces with sealed entries and without a chain. */
  async orphans(): Promise<readonly string[]> {
    const rows = await this.#read<{ readonly org_id: string }>(
      `select distinct org_id from audit_entries
       where not exists (select 1 from audit_chains where audit_chains.org_id = audit_entries.org_id)`,
      {},
    )
    return rows.map(({ org_id: orgId }) => orgId)
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
    const values = { seals: JSON.stringify(seals), org_id: to.org_id, seal: to.seal }
    const place = this.#statement(
      `insert into audit_entries (${names}, seq, mac) select ${names}, sealed.seq, sealed.mac
       from (${sealed}) as sealed join audit_unsealed on audit_unsealed.id = sealed.sealed_id where ${isSealedAs}`,
      values,
    )
    const take = this.#statement(
      `delete from audit_unsealed where id in (select sealed_id from (${sealed}) as sealed) and ${isSealedAs}`,
      values,
    )
    return await this.#change(this.#move(from, to), [place, take])
  }

  /** Removes the entries in front of a chain's anchor. @returns false when the chain is not `from` any more */
  async expire(from: StoredChain, to: StoredChain): Promise<boolean> {
    const { org_id, anchor_seq, seal } = to
    const remove = this.#statement(
      `delete from audit_entries where org_id = :org_id and seq <= :anchor_seq and ${isSealedAs}`,
      { org_id, anchor_seq, seal },
    )
    return await this.#change(this.#move(from, to), [remove])
  }

  /** Removes a chain with all of its entries. @returns whether there was one, which the instance's chain counts */
  async erase(orgId: string): Promise<boolean> {
    const from = (table: string): Statement =>
      this.#statement(`delete from ${table} where org_id = :org_id`, { org_id: orgId })
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
      `update audit_chains set seq = :seq, mac = :mac, anchor_seq = :anchor_seq, anchor_mac = :anchor_mac,
         retention_days = :retention_days, chains = :chains, seal = :seal
       where org_id = :from_org_id and seal = :from_seal`,
      { ...to, from_org_id: from.org_id, from_seal: from.seal },
    )
  }

  /** @param onlyWith the instance's chain as it must be; undefined when the instance's chain itself is made */
  #insert(chain: StoredChain, onlyWith: StoredChain | undefined): Statement {
    const condition =
      onlyWith === undefined
        ? 'true'
        : 'exists (select 1 from audit_chains where org_id = :instance and seal = :instance_seal)'
    return this.#statement(
      `insert into audit_chains (id, org_id, seq, mac, anchor_seq, anchor_mac, retention_days, chains, seal)
       select :id, :org_id, cast(:seq as bigint), :mac, cast(:anchor_seq as bigint), :anchor_mac,
         cast(:retention_days as bigint), cast(:chains as bigint), :seal
       where ${condition} on conflict (org_id) do nothing`,
      { ...chain, instance: onlyWith?.org_id ?? null, instance_seal: onlyWith?.seal ?? null },
    )
  }

  async #sealed(condition: string, values: NamedValues): Promise<readonly SealedEntry[]> {
    return await this.#read<SealedEntry>(`select * from audit_entries where ${condition}`, values)
  }

  async #read<Row>(text: string, values: NamedValues): Promise<readonly Row[]> {
    return await new NamedStatement<string, Row>(this.#database.dialect, text).read(this.#database, values)
  }

  #statement(text: string, values: NamedValues): Statement {
    return new NamedStatement(this.#database.dialect, text).with(values)
  }
}
