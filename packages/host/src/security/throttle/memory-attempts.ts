import { RecentMap } from '../../support/recent-map.ts'
import type { Attempts, Budget } from './throttle.ts'

const capacity = 20_000

/** In memory, for a process that is alone. It holds a bounded number of keys and drops those unused the longest. */
export class MemoryAttempts implements Attempts {
  readonly #budget: Budget
  readonly #clock: () => number
  readonly #moments = new RecentMap<string, readonly number[]>(capacity)

  /** @param clock milliseconds since 1970 */
  constructor(budget: Budget, clock: () => number) {
    this.#budget = budget
    this.#clock = clock
  }

  async begin(key: string): Promise<number> {
    const { limit, window } = this.#budget
    const now = this.#clock()
    // Times in the future were counted before the clock was set back.
    const recent = (this.#moments.get(key) ?? []).filter((at) => at > now - window && at <= now)
    const [oldest = now] = recent
    if (recent.length >= limit) return oldest + window - now
    this.#moments.set(key, [...recent, now])
    return 0
  }

  async undo(key: string): Promise<void> {
    const others = (this.#moments.get(key) ?? []).slice(0, -1)
    // An empty entry would cost nothing to make, and enough of them would push the counted ones out.
    if (others.length === 0) this.#moments.delete(key)
    else this.#moments.set(key, others)
  }

  async clear(key: string): Promise<void> {
    this.#moments.delete(key)
  }
}
