import { Problem } from '@host/plugin'
import { tooMany } from '../rate-limits/too-many.ts'

/** How many streams one session may have open, and all sessions of a process together. */
const mostPerSession = 20
const mostPerProcess = 5_000
/** Seconds after which whoever was turned away may ask again. */
const retryAfter = 30

/** Counts open streams. */
export class FollowLimits {
  readonly #bySession = new Map<string, number>()
  #all = 0

  /** @throws Problem 429 or 503 */
  enter(sessionId: string): void {
    const own = this.#bySession.get(sessionId) ?? 0
    if (own >= mostPerSession) throw tooMany(retryAfter)
    if (this.#all >= mostPerProcess) throw new Problem('overloaded', { headers: { 'retry-after': String(retryAfter) } })
    this.#bySession.set(sessionId, own + 1)
    this.#all += 1
  }

  leave(sessionId: string): void {
    const left = (this.#bySession.get(sessionId) ?? 1) - 1
    if (left === 0) this.#bySession.delete(sessionId)
    else this.#bySession.set(sessionId, left)
    this.#all -= 1
  }
}
