import { Problem } from '@host/plugin'
import type { Caller } from '../request/caller.ts'
import { tooMany } from '../security/rate-limits/too-many.ts'

/** How many streams one session may have open, all sessions of a person, and all people of a process. */
const mostPerSession = 20
const mostPerPerson = 100
const mostPerProcess = 5_000
/** Seconds after which a refused client may ask again. */
const retryAfter = 30

/** The owner of a stream. */
type Owner = Pick<Caller, 'sessionId' | 'userId'>

/** Counts open streams. */
export class FollowLimits {
  /** By the ids of sessions and of people, which are never the same. */
  readonly #open = new Map<string, number>()
  #all = 0

  /** @throws Problem 429 or 503 */
  enter({ sessionId, userId }: Owner): void {
    if (this.#count(sessionId) >= mostPerSession || this.#count(userId) >= mostPerPerson) throw tooMany(retryAfter)
    if (this.#all >= mostPerProcess) throw new Problem('overloaded', { headers: { 'retry-after': String(retryAfter) } })
    for (const id of [sessionId, userId]) this.#open.set(id, this.#count(id) + 1)
    this.#all += 1
  }

  leave({ sessionId, userId }: Owner): void {
    for (const id of [sessionId, userId]) {
      const left = this.#count(id) - 1
      if (left > 0) this.#open.set(id, left)
      else this.#open.delete(id)
    }
    this.#all -= 1
  }

  #count(id: string): number {
    return this.#open.get(id) ?? 0
  }
}
