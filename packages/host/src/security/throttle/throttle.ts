/**
 * Bounds attempts, such as those to guess a password. How many is data: a budget. Which attempts count together says a
 * key.
 *
 *   begin --room--> counted --undo--> not counted
 *                      '--succeed--> all attempts under the key are forgotten
 *         '--no room--> 429 with the time to wait
 *
 * An attempt counts when it begins and is taken back when it succeeds: were it counted when it fails, a hundred guesses
 * sent at once would all be heard.
 */
import { tooMany } from '../rate-limits/too-many.ts'

/** How much counts within a time. */
export interface Budget {
  readonly limit: number
  /** Milliseconds. */
  readonly window: number
}

/** The attempts within a budget, by key. */
export interface Attempts {
  /** Counts an attempt if there is room. @returns 0 when it counts; else the milliseconds until there is room */
  begin(key: string): Promise<number>
  /** Takes back the last attempt. */
  undo(key: string): Promise<void>
  clear(key: string): Promise<void>
}

export class Throttle {
  readonly #attempts: Attempts

  constructor(attempts: Attempts) {
    this.#attempts = attempts
  }

  /** Counts an attempt. @throws Problem `too_many_requests` */
  async begin(key: string): Promise<void> {
    requireRoom(await this.#attempts.begin(key))
  }

  /** Takes back the last attempt, which failed for no fault of the caller. */
  async undo(key: string): Promise<void> {
    await this.#attempts.undo(key)
  }

  /** Forgets the attempts of a user who knew the secret. */
  async succeed(key: string): Promise<void> {
    await this.#attempts.clear(key)
  }

  /**
   * Makes an attempt. One that throws counts for nothing.
   * @param check its result; undefined for a failure
   * @throws Problem `too_many_requests` without a check
   */
  async try<Result>(key: string, check: () => Promise<Result | undefined>): Promise<Result | undefined> {
    await this.begin(key)
    const result = await check().catch(async (error: unknown) => {
      await this.undo(key).catch(() => undefined)
      throw error
    })
    if (result !== undefined) await this.succeed(key)
    return result
  }
}

/** @param wait milliseconds until there is room; 0 for now @throws Problem `too_many_requests` */
export function requireRoom(wait: number): void {
  if (wait > 0) throw tooMany(Math.max(1, Math.ceil(wait / 1000)))
}
