import { sql, type RawBuilder } from 'kysely'
import type { RateDatabase } from './models.ts'

/** Calls to be added to the window of a key. */
export interface WindowShare {
  readonly key: string
  readonly calls: number
  /** The window's length in milliseconds. */
  readonly length: number
}

/** A window as all processes together have filled it. */
export interface StoredWindow {
  readonly key: string
  readonly used: number
  /** Milliseconds until it ends. */
  readonly left: number
}

const mostRows = 500

/**
 * Windows shared by several processes. Adding is one statement, so no two calls see the same count; the clock is the
 * database's, so a wrong clock of a process does not matter.
 */
export class RateWindowStore {
  readonly #db: RateDatabase
  readonly #now: () => RawBuilder<number>

  /** @param now the present moment in milliseconds, as the database knows it */
  constructor(db: RateDatabase, now: () => RawBuilder<number>) {
    this.#db = db
    this.#now = now
  }

  /** Adds calls to windows, which begin again where they are over. @returns the windows, in no particular order */
  async add(shares: readonly WindowShare[]): Promise<readonly StoredWindow[]> {
    const windows: StoredWindow[] = []
    // Rows in one order everywhere: two processes never wait for each other.
    const sorted = shares.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    for (let at = 0; at < sorted.length; at += mostRows) {
      windows.push(...(await this.#addRows(sorted.slice(at, at + mostRows))))
    }
    return windows
  }

  /** Removes windows that are long over, and those that a clock which began again has left far ahead. */
  async sweep(longest: number): Promise<void> {
    const now = this.#now()
    await this.#db
      .deleteFrom('host_rate_windows')
      .where((eb) => eb.or([eb('ends_at', '<', now), eb('ends_at', '>', sql<number>`${now} + ${longest}`)]))
      .execute()
  }

  #addRows(shares: readonly WindowShare[]): Promise<readonly StoredWindow[]> {
    const now = this.#now()
    const isRunning = sql`host_rate_windows.ends_at > ${now} and host_rate_windows.ends_at <= excluded.ends_at`
    return this.#db
      .insertInto('host_rate_windows')
      .values(
        shares.map(({ key, calls, length }) => ({
          key,
          used: calls,
          ends_at: sql<number>`${now} + ${sql.lit(length)}`,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          used: sql<number>`case when ${isRunning} then host_rate_windows.used else 0 end + excluded.used`,
          ends_at: sql<number>`case when ${isRunning} then host_rate_windows.ends_at else excluded.ends_at end`,
        }),
      )
      .returning((eb) => ['key', 'used', sql<number>`${eb.ref('ends_at')} - ${now}`.as('left')])
      .execute()
  }
}
