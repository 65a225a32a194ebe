/**
 * Brings the stored tables to the models, in one transaction under one lock: processes that start at once wait for
 * each other, and all but the first find nothing to do.
 *
 *   own tables -> explicit entries -> compare -> refuse, or create, widen and secure -> record
 *
 * A statement that older processes do not survive is refused while some are running.
 */
import type { Connection } from '../driver.ts'
import type { Database } from '../database.ts'
import { quote } from '../quote.ts'
import { withSearchTables } from '../search/search-table.ts'
import type { SqlRow } from '../statement.ts'
import { classifyStatement, knownTables, type KnownTables, type StatementEffect } from './classify-statement.ts'
import { ExplicitMigrations, type MigrationOwner } from './explicit-migrations.ts'
import { MigrationRefused } from './migration-refused.ts'
import { OlderProcesses, type OlderProcess } from './older-processes.ts'
import { planReferences, type RuleChange } from './plan-references.ts'
import { planRowSecurity } from './plan-row-security.ts'
import { isOwnRule } from './reference-rules.ts'
import { planTables, type PlannedStatement, type RowCheck } from './plan-tables.ts'
import { recordLengths } from './recorded-lengths.ts'
import { recordPlugins } from './recorded-plugins.ts'
import { readStoredSchema, type StoredSchema } from './stored-schema.ts'

export interface MigrateOptions {
  /** Restores the form before the entries of a newer version, instead of refusing. */
  readonly allowDown?: boolean
  /** The processes that serve on the database meanwhile; none when left out. */
  readonly olderProcesses?: (connection: Connection) => Promise<readonly OlderProcess[]>
  /** Runs last, in the same transaction. */
  readonly atEnd?: (connection: Connection) => Promise<void>
}

export interface PlanOptions extends Pick<MigrateOptions, 'allowDown'> {
  /** Where the rows are, when the plan is made on a copy of the tables without them. */
  readonly rows?: Connection
}

/** A statement that a start runs. */
export interface PlannedChange {
  readonly owner: string
  readonly sql: string
  /** Why older processes may fail beside it; undefined when they can't. */
  readonly danger: string | undefined
}

/**
 * Migrates. The owners passed preflight before.
 * @returns the statements that changed tables or rows
 * @throws MigrationRefused with every problem; nothing is changed then
 */
export async function migrate(
  database: Database,
  owners: readonly MigrationOwner[],
  { olderProcesses, atEnd, ...options }: MigrateOptions = {},
): Promise<readonly string[]> {
  return await database.migration(async (connection) => {
    const older = new OlderProcesses((await olderProcesses?.(connection)) ?? [])
    const changes = await new Migrator({ database, connection, owners, older, ...options }).run()
    await atEnd?.(connection)
    return changes.map(({ sql }) => sql)
  })
}

/** Milliseconds that a plan waits for a lock of PostgreSQL, and that one of its statements takes at most. */
const planLimits = ["set local lock_timeout = '1s'", "set local statement_timeout = '5s'"]

/**
 * The changes that `migrate` would make. Entries run as far as they change tables, and are rolled back; no rows are
 * changed, and rows of an owner are not checked if its entries would change them first.
 */
export async function planMigration(
  database: Database,
  owners: readonly MigrationOwner[],
  options: PlanOptions = {},
): Promise<readonly PlannedChange[]> {
  const planned = new PlanMade()
  try {
    await database.migration(async (connection) => {
      if (database.dialect === 'postgres') {
        for (const sql of planLimits) await connection.run({ sql, parameters: [], writes: true })
      }
      planned.changes = await new Migrator({ database, connection, owners, ...options }).run()
      throw planned
    })
  } catch (error) {
    if (error !== planned) throw error
  }
  return planned.changes
}

/** Thrown to roll a plan back. */
class PlanMade extends Error {
  changes: readonly PlannedChange[] = []
}

const ownTables = [
  'create table if not exists host_columns (table_name text not null, column_name text not null, max bigint not null, primary key (table_name, column_name))',
  'create table if not exists host_migrations (plugin text not null, id text not null, position bigint not null, down text, applied_at text not null, primary key (plugin, id))',
  'create table if not exists host_plugins (name text not null primary key, tables text not null)',
]

interface MigratorParts {
  readonly database: Database
  readonly connection: Connection
  readonly owners: readonly MigrationOwner[]
  /** Undefined to plan. */
  readonly older?: OlderProcesses
  readonly allowDown?: boolean
  readonly rows?: Connection
}

/** The owner of a change, and the entry since which processes survive it. */
interface ChangeCause {
  readonly owner: string
  readonly safeSince?: number | undefined
}

/** Statements that are sent before the first answer is awaited: a new database takes hundreds. */
const sentTogether = 100

class Migrator {
  readonly #parts: MigratorParts
  readonly #changes: PlannedChange[] = []
  #before: KnownTables = new Map()
  /** Triggers that were dropped for explicit entries, and are made again after these. */
  readonly #suspended = new Set<string>()
  /** Whether explicit entries run or are undone, so that the tables may be others after them. */
  #hasEntries = false
  /** Thrown again after an entry that caught it. */
  #refused: MigrationRefused | undefined

  constructor(parts: MigratorParts) {
    this.#parts = parts
  }

  async run(): Promise<readonly PlannedChange[]> {
    const { database, owners, older } = this.#parts
    for (const sql of ownTables) await this.#query(sql)
    const earlier = await this.#readStored()
    this.#before = knownTables(earlier)
    const migrated = await this.#runExplicit()
    const stored = this.#hasEntries ? await this.#readStored() : earlier
    const all = owners.map(withSearchTables)
    const { statements, checks, problems } = planTables(database.dialect, all, stored)
    const references = planReferences({ dialect: database.dialect, before: this.#before }, owners, stored)
    const found = await this.#findRows([...checks, ...references.checks], migrated)
    if (problems.length + found.length > 0) throw new MigrationRefused([...problems, ...found])
    const rowSecurity = planRowSecurity(all, stored, database.hasRowSecurity)
    await this.#runPlanned([...statements.map((each) => this.#judged(each)), ...references.changes, ...rowSecurity])
    if (older === undefined) return this.#changes
    await recordLengths(owners, stored, (sql) => this.#query(sql))
    await recordPlugins(all, (sql) => this.#query(sql))
    return this.#changes
  }

  /** @returns the owners of entries that ran now */
  async #runExplicit(): Promise<ReadonlySet<string>> {
    const { database, owners, allowDown = false } = this.#parts
    const rows = await this.#query('select plugin, id, position, down from host_migrations order by position')
    const entries = owners.map((owner) => {
      const change = (sql: string, safeSince: number | undefined) => this.#change(sql, { owner: owner.name, safeSince })
      const run = { dialect: database.dialect, change, query: (sql: string) => this.#query(sql) }
      return { owner, explicit: new ExplicitMigrations(run, owner, rows) }
    })
    const problems = entries.flatMap(({ explicit }) => explicit.problems())
    if (problems.length > 0 && !allowDown) throw new MigrationRefused(problems)
    const working = entries.filter(({ explicit }) => explicit.hasWork()).map(({ owner }) => owner)
    this.#hasEntries = working.length > 0
    await this.#suspendTriggers(working)
    const migrated = new Set<string>()
    for (const { owner, explicit } of entries.toReversed()) if (await explicit.undoUnknown()) migrated.add(owner.name)
    const pending = entries.filter(({ explicit }) => explicit.isPending())
    if (pending.length === 0) return migrated
    const { tables } = await this.#readStored()
    for (const { owner, explicit } of pending) {
      const isFresh = owner.models.every(({ kind, table }) => kind === 'mirror' || !tables.has(table))
      if (await explicit.runPending(isFresh)) migrated.add(owner.name)
      if (this.#refused !== undefined) throw this.#refused
    }
    return migrated
  }

  /** SQLite drops no column that a trigger names, and an entry may change rows that a trigger would refuse meanwhile. */
  async #suspendTriggers(owners: readonly MigrationOwner[]): Promise<void> {
    if (this.#parts.database.dialect !== 'sqlite' || owners.length === 0) return
    const tables = new Set(owners.flatMap(({ models }) => models.map(({ table }) => table)))
    for (const { name, table } of (await this.#readStored()).rules) {
      if (!tables.has(table) || !isOwnRule(name)) continue
      await this.#query(`drop trigger ${quote(name)}`)
      this.#suspended.add(name)
    }
  }

  async #findRows(checks: readonly RowCheck[], migrated: ReadonlySet<string>): Promise<readonly string[]> {
    const problems: string[] = []
    for (const { owner, sql, problem, problemUnlessMigrated } of checks) {
      const isMigrated = migrated.has(owner)
      if (problemUnlessMigrated !== undefined && !isMigrated) problems.push(problemUnlessMigrated)
      else if (isMigrated && this.#isPlan) continue
      else if (await this.#hasRow(sql)) problems.push(problem)
    }
    return problems
  }

  async #hasRow(sql: string): Promise<boolean> {
    const { connection, rows = connection } = this.#parts
    return (await rows.run({ sql, parameters: [], writes: false })).rows.length > 0
  }

  /** Refuses changes that older processes do not survive before any of them runs; a plan runs nothing. */
  async #runPlanned(planned: readonly RuleChange[]): Promise<void> {
    const changes = planned.filter(({ rule = '' }) => !this.#suspended.has(rule))
    const problems = changes.flatMap((change) => this.#parts.older?.problem(change) ?? [])
    if (problems.length > 0) throw new MigrationRefused(problems)
    this.#changes.push(...changes)
    if (this.#isPlan) return
    for (let start = 0; start < planned.length; start += sentTogether) {
      await this.#runTogether(planned.slice(start, start + sentTogether))
    }
  }

  /** In their order, without waiting for each answer; the transaction is undone after the first that fails. */
  async #runTogether(planned: readonly RuleChange[]): Promise<void> {
    const outcomes = await Promise.allSettled(planned.map(({ sql }) => this.#query(sql)))
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      const cause: unknown = outcome.reason
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new MigrationRefused([`${planned[at]?.owner}: "${planned[at]?.sql}" failed: ${reason}`], { cause })
    }
  }

  /** Runs a statement of an entry. A plan leaves out row changes. */
  async #change(sql: string, { owner, safeSince }: ChangeCause): Promise<readonly SqlRow[]> {
    const { changes, danger } = this.#effect(sql)
    if (changes === 'nothing') return await this.#query(sql)
    const change = { owner, sql, danger, safeSince }
    const problem = this.#parts.older?.problem(change)
    if (problem !== undefined) throw (this.#refused = new MigrationRefused([problem]))
    this.#changes.push(change)
    return this.#isPlan && changes === 'rows' ? [] : await this.#query(sql)
  }

  #judged({ owner, sql, isSafe = false }: PlannedStatement): PlannedChange {
    return { owner, sql, danger: isSafe ? undefined : this.#effect(sql).danger }
  }

  get #isPlan(): boolean {
    return this.#parts.older === undefined
  }

  #effect(sql: string): StatementEffect {
    return classifyStatement(sql, this.#before)
  }

  async #readStored(): Promise<StoredSchema> {
    const { connection, database } = this.#parts
    return await readStoredSchema(connection, database.dialect)
  }

  async #query(sql: string): Promise<readonly SqlRow[]> {
    return (await this.#parts.connection.run({ sql, parameters: [], writes: true })).rows
  }
}
