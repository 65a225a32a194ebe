/**
 * The explicit entries of an owner. Each runs once and is recorded with the statements that undo it, which an older
 * binary needs and can't know. A fresh owner, none of whose tables exist, starts with the newest tables: its entries
 * are recorded without running.
 */
import type { Migration, MigrationRunner } from '@host/plugin'
import type { SqlRow } from '../statement.ts'
import type { ModelOwner } from '../catalog.ts'
import { quoteText } from '../quote.ts'
import { MigrationRefused } from './migration-refused.ts'

export interface MigrationOwner extends ModelOwner {
  readonly migrations?: readonly Migration[]
}

/** What of an owner's entries the database has, oldest first. */
interface Recorded {
  readonly id: string
  readonly down: readonly string[] | undefined
}

/** Runs what belongs to the record, not to the change. */
type RecordQuery = (sql: string) => Promise<unknown>

export class ExplicitMigrations {
  readonly #runner: MigrationRunner
  readonly #query: RecordQuery
  readonly #owner: MigrationOwner
  readonly #recorded: readonly Recorded[]

  constructor(
    run: { readonly runner: MigrationRunner; readonly query: RecordQuery },
    owner: MigrationOwner,
    rows: readonly SqlRow[],
  ) {
    this.#runner = run.runner
    this.#query = run.query
    this.#owner = owner
    this.#recorded = rows.filter(({ plugin }) => plugin === owner.name).map(recordedOf)
  }

  /** Entries that this build does not know: a newer one ran here before. */
  problems(): readonly string[] {
    return this.#unknown().map(
      ({ id }) =>
        `${this.#owner.name}: the database has the migration "${id}" of a newer version: start that version, or put the older form back with "host migrate --down".`,
    )
  }

  /**
   * Puts the older form back, newest entry first.
   * @returns whether there was one to undo
   */
  async undoUnknown(): Promise<boolean> {
    const unknown = this.#unknown()
    for (const { id, down } of unknown.toReversed()) {
      if (down === undefined) {
        throw new MigrationRefused([
          `${this.#owner.name}: the migration "${id}" can't be undone: start the newer version.`,
        ])
      }
      for (const sql of down) await this.#runner.run(sql)
      await this.#query(
        `delete from host_migrations where plugin = ${quoteText(this.#owner.name)} and id = ${quoteText(id)}`,
      )
    }
    return unknown.length > 0
  }

  isPending(): boolean {
    return this.#pending().length > 0
  }

  /** @returns whether entries ran; a fresh owner's are only recorded */
  async runPending(isFresh: boolean): Promise<boolean> {
    const runs = !isFresh || this.#recorded.length > 0
    for (const migration of this.#pending()) {
      if (runs) await this.#run(migration)
      await this.#record(migration)
    }
    return runs
  }

  #pending(): readonly Migration[] {
    const done = new Set(this.#recorded.map(({ id }) => id))
    return this.#owner.migrations?.filter(({ id }) => !done.has(id)) ?? []
  }

  #unknown(): readonly Recorded[] {
    const known = new Set(this.#owner.migrations?.map(({ id }) => id))
    return this.#recorded.filter(({ id }) => !known.has(id))
  }

  async #run(migration: Migration): Promise<void> {
    try {
      await migration.up(this.#runner)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new MigrationRefused([`${this.#owner.name}: the migration "${migration.id}" failed: ${reason}`], { cause })
    }
  }

  async #record({ id, down }: Migration): Promise<void> {
    const statements = down?.(this.#runner.dialect)
    const text = statements === undefined ? 'null' : quoteText(JSON.stringify(statements))
    const now = quoteText(new Date().toISOString())
    await this.#query(
      `insert into host_migrations (plugin, id, position, down, applied_at) select ${quoteText(this.#owner.name)}, ${quoteText(id)}, coalesce(max(position), 0) + 1, ${text}, ${now} from host_migrations`,
    )
  }
}

function recordedOf({ id, down }: SqlRow): Recorded {
  return { id: String(id), down: typeof down === 'string' ? (JSON.parse(down) as string[]) : undefined }
}
