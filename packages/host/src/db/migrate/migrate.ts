/**
 * Brings the stored tables to the models, in one transaction under one lock: processes that start at once wait for
 * each other, and all but the first find nothing to do.
 *
 *   own tables -> explicit entries -> compare -> refuse, or create, widen and secure -> record
 */
import type { Connection } from '../driver.ts'
import type { Database } from '../database.ts'
import type { SqlRow } from '../statement.ts'
import { ExplicitMigrations, type MigrationOwner } from './explicit-migrations.ts'
import { MigrationRefused } from './migration-refused.ts'
import { planRowSecurity } from './plan-row-security.ts'
import { planTables, type PlannedStatement, type RowCheck } from './plan-tables.ts'
import { recordLengths } from './recorded-lengths.ts'
import { readStoredSchema, type StoredSchema } from './stored-schema.ts'

export interface MigrateOptions {
  /** Puts back what a newer version migrated, instead of refusing. */
  readonly allowDown?: boolean
}

/**
 * Migrates. The owners passed preflight before.
 * @returns the statements that changed tables
 * @throws MigrationRefused with every problem; nothing is changed then
 */
export async function migrate(
  database: Database,
  owners: readonly MigrationOwner[],
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  return await database.migration((connection) => new Migrator(database, connection, owners).run(options))
}

/** The statements that `migrate` would run; the database stays as it is. */
export async function planMigration(database: Database, owners: readonly MigrationOwner[]): Promise<readonly string[]> {
  const planned = new PlanMade()
  try {
    await database.migration(async (connection) => {
      planned.statements = await new Migrator(database, connection, owners).run({})
      throw planned
    })
  } catch (error) {
    if (error !== planned) throw error
  }
  return planned.statements
}

/** Thrown to roll a plan back. */
class PlanMade extends Error {
  statements: readonly string[] = []
}

const ownTables = [
  'create table if not exists host_columns (table_name text not null, column_name text not null, max bigint not null, primary key (table_name, column_name))',
  'create table if not exists host_migrations (plugin text not null, id text not null, position bigint not null, down text, applied_at text not null, primary key (plugin, id))',
]

class Migrator {
  readonly #database: Database
  readonly #connection: Connection
  readonly #owners: readonly MigrationOwner[]
  readonly #done: string[] = []

  constructor(database: Database, connection: Connection, owners: readonly MigrationOwner[]) {
    this.#database = database
    this.#connection = connection
    this.#owners = owners
  }

  async run({ allowDown = false }: MigrateOptions): Promise<readonly string[]> {
    for (const sql of ownTables) await this.#query(sql)
    const migrated = await this.#runExplicit(allowDown)
    const stored = await this.#readStored()
    const { statements, checks, problems } = planTables(this.#database.dialect, this.#owners, stored)
    const found = await this.#findRows(checks, migrated)
    if (problems.length + found.length > 0) throw new MigrationRefused([...problems, ...found])
    const rowSecurity = planRowSecurity(this.#owners, stored, this.#database.hasRowSecurity)
    for (const statement of [...statements, ...rowSecurity]) await this.#runPlanned(statement)
    await recordLengths(this.#owners, stored, (sql) => this.#query(sql))
    return this.#done
  }

  /** @returns the owners of entries that ran now */
  async #runExplicit(allowDown: boolean): Promise<ReadonlySet<string>> {
    const rows = await this.#query('select plugin, id, down from host_migrations order by position')
    const { dialect } = this.#database
    const run = {
      runner: { dialect, run: (sql: string) => this.#change(sql) },
      query: (sql: string) => this.#query(sql),
    }
    const entries = this.#owners.map((owner) => ({ owner, explicit: new ExplicitMigrations(run, owner, rows) }))
    const problems = entries.flatMap(({ explicit }) => explicit.problems())
    if (problems.length > 0 && !allowDown) throw new MigrationRefused(problems)
    const migrated = new Set<string>()
    for (const { owner, explicit } of entries.toReversed()) if (await explicit.undoUnknown()) migrated.add(owner.name)
    const pending = entries.filter(({ explicit }) => explicit.isPending())
    if (pending.length === 0) return migrated
    const { tables } = await this.#readStored()
    for (const { owner, explicit } of pending) {
      const isFresh = owner.models.every(({ kind, table }) => kind === 'mirror' || !tables.has(table))
      if (await explicit.runPending(isFresh)) migrated.add(owner.name)
    }
    return migrated
  }

  async #findRows(checks: readonly RowCheck[], migrated: ReadonlySet<string>): Promise<readonly string[]> {
    const problems: string[] = []
    for (const { owner, sql, problem, problemUnlessMigrated } of checks) {
      if (problemUnlessMigrated !== undefined && !migrated.has(owner)) problems.push(problemUnlessMigrated)
      else if ((await this.#query(sql)).length > 0) problems.push(problem)
    }
    return problems
  }

  /** A unique key over rows that are double already fails here, for one. */
  async #runPlanned({ owner, sql }: PlannedStatement): Promise<void> {
    try {
      await this.#change(sql)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new MigrationRefused([`${owner}: "${sql}" failed: ${reason}`], { cause })
    }
  }

  async #readStored(): Promise<StoredSchema> {
    return await readStoredSchema(this.#connection, this.#database.dialect)
  }

  async #change(sql: string): Promise<readonly SqlRow[]> {
    this.#done.push(sql)
    return await this.#query(sql)
  }

  async #query(sql: string): Promise<readonly SqlRow[]> {
    return (await this.#connection.run({ sql, parameters: [], writes: true })).rows
  }
}
