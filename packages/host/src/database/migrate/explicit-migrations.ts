/**
 * The explicit entries of an owner. Each runs once and is recorded with the statements that undo it, which an older
 * executable needs and can't know. A fresh owner, none of whose tables exist, starts with the newest tables: its
 * entries are recorded without running.
 */
import type { Migration } from '@host/plugin'
import type { Dialect, SqlRow } from '../statement.ts'
import type { ModelOwner } from '../catalog.ts'
import { quoteText } from '../quote.ts'
import { MigrationRefused } from './migration-refused.ts'

export interface MigrationOwner extends ModelOwner {
  readonly migrations?: readonly Migration[]
}

/** Entries of an owner recorded in the database, oldest first. */
interface Recorded {
  readonly id: string
  readonly position: number
  readonly down: readonly string[] | undefined
}

/** How entries reach the database. */
export interface ExplicitRun {
  readonly dialect: Dialect
  /** @param safeSince the position of the entry since which older processes survive the statement */
  readonly change: (sql: string, safeSince: number | undefined) => Promise<readonly SqlRow[]>
  /** Runs statements that belong to the record, not to the change. */
  readonly query: (sql: string) => Promise<readonly SqlRow[]>
}

export class ExplicitMigrations {
  readonly #run: ExplicitRun
  readonly #owner: MigrationOwner
  readonly #positions: Map<string, number>
  readonly #recorded: readonly Recorded[]

  constructor(run: ExplicitRun, owner: MigrationOwner, rows: readonly SqlRow[]) {
    this.#run = run
    this.#owner = owner
    this.#recorded = rows.filter(({ plugin }) => plugin === owner.name).map(recordedOf)
    this.#positions = new Map(this.#recorded.map(({ id, position }) => [id, position]))
  }

  /** Entries that this build does not know: a newer one ran here before. */
  problems(): readonly string[] {
    return this.#unknown().map(({ id, down }) => {
      const way = down === undefined ? 'restore a backup from before it' : 'undo it with "host migrate --down"'
      return `${this.#owner.name}: the database has the migration "${id}" of a newer version: start that version, or ${way}.`
    })
  }

  /**
   * Restores the older form, newest entry first.
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
      for (const sql of down) await this.#run.change(sql, undefined)
      await this.#run.query(
        `delete from host_migrations where plugin = ${quoteText(this.#owner.name)} and id = ${quoteText(id)}`,
      )
    }
    return unknown.length > 0
  }

  /** Whether there are entries to run or to undo. */
  hasWork(): boolean {
    return this.isPending() || this.#unknown().length > 0
  }

  isPending(): boolean {
    return this.#pending().length > 0
  }

  /** @returns whether entries ran; a fresh owner's are only recorded */
  async runPending(isFresh: boolean): Promise<boolean> {
    const runs = !isFresh || this.#recorded.length > 0
    for (const migration of this.#pending()) {
      if (runs) await this.#runEntry(migration)
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

  async #runEntry(migration: Migration): Promise<void> {
    const { dialect, change } = this.#run
    const { id, safeAfter } = migration
    const safeSince = safeAfter === undefined ? undefined : this.#positions.get(safeAfter)
    try {
      await migration.up({ dialect, run: (sql) => change(sql, safeSince) })
    } catch (cause) {
      if (cause instanceof MigrationRefused) throw cause
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new MigrationRefused([`${this.#owner.name}: the migration "${id}" failed: ${reason}`], { cause })
    }
  }

  async #record({ id, down }: Migration): Promise<void> {
    const statements = down?.(this.#run.dialect)
    const text = statements === undefined ? 'null' : quoteText(JSON.stringify(statements))
    const now = quoteText(new Date().toISOString())
    const [row] = await this.#run.query(
      `insert into host_migrations (plugin, id, position, down, applied_at) select ${quoteText(this.#owner.name)}, ${quoteText(id)}, coalesce(max(position), 0) + 1, ${text}, ${now} from host_migrations returning position`,
    )
    this.#positions.set(id, Number(row?.['position']))
  }
}

function recordedOf({ id, position, down }: SqlRow): Recorded {
  return {
    id: String(id),
    position: Number(position),
    down: typeof down === 'string' ? (JSON.parse(down) as string[]) : undefined,
  }
}
