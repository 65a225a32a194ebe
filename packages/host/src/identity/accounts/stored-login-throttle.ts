/**
 * The login throttle in the database, exact among all processes that share it.
 *
 * A row holds the moments of the last five attempts, the newest first. An attempt is one statement: it moves them on by
 * one place and puts itself in front, unless the fifth is still within the period. So of a hundred attempts that begin at
 * once, on however many processes, five are heard. The clock is the database's.
 */
import { hash } from 'node:crypto'
import type { Log } from '@host/plugin'
import { sql, type RawBuilder } from 'kysely'
import type { HostDatabase } from '../models.ts'
import { failurePeriod, tooManyAttempts, type Attempt, type LoginThrottle } from './login-throttle.ts'

/** Options of the stored throttle. */
export interface StoredThrottleOptions {
  readonly db: HostDatabase
  /** The present moment in milliseconds, as the database knows it. */
  readonly now: () => RawBuilder<number>
  readonly log: Log
}

export class StoredLoginThrottle implements LoginThrottle {
  readonly #options: StoredThrottleOptions
  #sweptAt = 0

  constructor(options: StoredThrottleOptions) {
    this.#options = options
  }

  async begin(attempt: Attempt): Promise<void> {
    const { db, now } = this.#options
    const key = keyOf(attempt)
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
          .where(sql<boolean>`not ${isRecent(sql.ref('host_login_attempts.at_5'), sql.ref('excluded.at_1'))}`),
      )
      .returning('id')
      .executeTakeFirst()
    this.#sweep()
    if (counted === undefined) throw tooManyAttempts(await this.#wait(key))
  }

  async undo(attempt: Attempt): Promise<void> {
    await this.#options.db
      .updateTable('host_login_attempts')
      .set((eb) => ({
        at_1: eb.ref('at_2'),
        at_2: eb.ref('at_3'),
        at_3: eb.ref('at_4'),
        at_4: eb.ref('at_5'),
        at_5: 0,
      }))
      .where('key', '=', keyOf(attempt))
      .execute()
  }

  async succeed(attempt: Attempt): Promise<void> {
    await this.#options.db.deleteFrom('host_login_attempts').where('key', '=', keyOf(attempt)).execute()
  }

  /** How long until the oldest failure counts no more, in milliseconds. */
  async #wait(key: string): Promise<number> {
    const { db, now } = this.#options
    const row = await db
      .selectFrom('host_login_attempts')
      .select((eb) => sql<number>`${eb.ref('at_5')} + ${sql.lit(failurePeriod)} - ${now()}`.as('left'))
      .where('key', '=', key)
      .executeTakeFirst()
    return row?.left ?? 0
  }

  /**
   * Deletes expired counts, once a period, without delaying the attempt that triggers it. A count slightly ahead stays:
   * an attempt that began after this statement wrote it.
   */
  #sweep(): void {
    const at = performance.now()
    if (this.#sweptAt !== 0 && at - this.#sweptAt < failurePeriod) return
    this.#sweptAt = at
    const { db, now, log } = this.#options
    db.deleteFrom('host_login_attempts')
      .where((eb) => isExpired(eb.ref('at_1'), now()))
      .execute()
      .catch((error: unknown) => log.debug('Old sign-in attempts could not be removed', { error }))
  }
}

type Moment = Parameters<typeof sql>[1]

/** Whether a moment lies within the period before another; one that lies ahead is of a clock that began again. */
function isRecent(at: Moment, now: Moment): RawBuilder<boolean> {
  return sql<boolean>`(${at} > ${now} - ${sql.lit(failurePeriod)} and ${at} <= ${now})`
}

/** Whether a moment lies more than a period from another, on either side. */
function isExpired(at: Moment, now: Moment): RawBuilder<boolean> {
  const period = sql.lit(failurePeriod)
  return sql<boolean>`(${at} <= ${now} - ${period} or ${at} > ${now} + ${period})`
}

/** Attempted addresses must not be readable: they are personal data, and some users type their password there. */
function keyOf({ email, network }: Attempt): string {
  return hash('sha256', `host/login-throttle/v1|${network}|${email}`, 'base64url')
}
