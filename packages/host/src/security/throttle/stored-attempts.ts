/**
 * Attempts in the database, exact among all processes that share it.
 *
 * A row holds the moments of the last five attempts, the newest first. An attempt is one statement: it moves them on by
 * one place and puts itself in front, unless the fifth is still within the window. So of a hundred attempts that begin at
 * once, on however many processes, five are heard. The clock is the database's.
 */
import { hash } from 'node:crypto'
import type { Log } from '@host/plugin'
import { sql, type RawBuilder } from 'kysely'
import type { ThrottleDatabase } from './models.ts'
import type { Attempts, Budget } from './throttle.ts'

/** Options of stored attempts. */
export interface StoredAttemptsOptions {
  readonly db: ThrottleDatabase
  /** The present moment in milliseconds, as the database knows it. */
  readonly now: () => RawBuilder<number>
  readonly log: Log
}

/** As many as a row holds. */
const storedLimit = 5

export class StoredAttempts implements Attempts {
  readonly #window: number
  readonly #options: StoredAttemptsOptions
  #sweptAt = 0

  constructor({ limit, window }: Budget, options: StoredAttemptsOptions) {
    if (limit !== storedLimit) throw new TypeError(`A row holds ${storedLimit} attempts, and not ${limit}.`)
    this.#window = window
    this.#options = options
  }

  async begin(text: string): Promise<number> {
    const { db, now } = this.#options
    const key = digest(text)
    const counted = await db
      .insertInto('host_login_attempts')
      .values({ key, at_1: now() })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({
            at_1: eb.ref('excluded.at_1'),
            at_2: eb.ref('host_login_attempts.at_1'),
            at_3: eb.ref('host_login_attempts.at_2'),
            at_4: eb.ref('host_login_attempts.at_3'),
            at_5: eb.ref('host_login_attempts.at_4'),
          }))
          .where(sql<boolean>`not ${this.#isRecent(sql.ref('host_login_attempts.at_5'), sql.ref('excluded.at_1'))}`),
      )
      .returning('id')
      .executeTakeFirst()
    this.#sweep()
    return counted === undefined ? await this.#wait(key) : 0
  }

  async undo(key: string): Promise<void> {
    await this.#options.db
      .updateTable('host_login_attempts')
      .set((eb) => ({
        at_1: eb.ref('at_2'),
        at_2: eb.ref('at_3'),
        at_3: eb.ref('at_4'),
        at_4: eb.ref('at_5'),
        at_5: 0,
      }))
      .where('key', '=', digest(key))
      .execute()
  }

  async clear(key: string): Promise<void> {
    await this.#options.db.deleteFrom('host_login_attempts').where('key', '=', digest(key)).execute()
  }

  /** How long until the oldest attempt counts no more, in milliseconds: at least one, since it was refused. */
  async #wait(key: string): Promise<number> {
    const { db, now } = this.#options
    const row = await db
      .selectFrom('host_login_attempts')
      .select((eb) => sql<number>`${eb.ref('at_5')} + ${sql.lit(this.#window)} - ${now()}`.as('left'))
      .where('key', '=', key)
      .executeTakeFirst()
    return Math.max(1, row?.left ?? 0)
  }

  /**
   * Deletes expired counts, once a window, without delaying the attempt that triggers it. A count slightly ahead stays:
   * an attempt that began after this statement wrote it.
   */
  #sweep(): void {
    const at = performance.now()
    if (this.#sweptAt !== 0 && at - this.#sweptAt < this.#window) return
    this.#sweptAt = at
    const { db, now, log } = this.#options
    db.deleteFrom('host_login_attempts')
      .where((eb) => this.#isExpired(eb.ref('at_1'), now()))
      .execute()
      .catch((error: unknown) => log.debug('Old sign-in attempts could not be removed', { error }))
  }

  /** Whether a moment lies within the window before another; one that lies ahead is of a clock that began again. */
  #isRecent(at: Moment, now: Moment): RawBuilder<boolean> {
    return sql<boolean>`(${at} > ${now} - ${sql.lit(this.#window)} and ${at} <= ${now})`
  }

  /** Whether a moment lies more than a window from another, on either side. */
  #isExpired(at: Moment, now: Moment): RawBuilder<boolean> {
    const window = sql.lit(this.#window)
    return sql<boolean>`(${at} <= ${now} - ${window} or ${at} > ${now} + ${window})`
  }
}

type Moment = Parameters<typeof sql>[1]

/** Keys must not be readable: they have addresses, which are personal data, and some users type their password there. */
function digest(key: string): string {
  return hash('sha256', `host/login-throttle/v1|${key}`, 'base64url')
}
