import { standingOf, type RateCounter, type RatePolicy, type RateStanding } from '../../request/rate-policy.ts'
import type { RateWindowStore } from './rate-window-store.ts'
import { isRunning, type WindowTable } from './window-table.ts'

/**
 * Counts in the database: exact across all processes, at the price of one statement per call. Refusals are remembered
 * here until the window ends, so a flood of calls causes no flood of statements.
 */
export class SharedCounter implements RateCounter {
  readonly #store: RateWindowStore
  readonly #refused: WindowTable

  constructor(store: RateWindowStore, refused: WindowTable) {
    this.#store = store
    this.#refused = refused
  }

  async take(key: string, policy: RatePolicy): Promise<RateStanding> {
    const stored = `${policy.name} ${key}`
    const now = this.#refused.now()
    const refused = this.#refused.known(stored)
    if (refused !== undefined && isRunning(refused, policy.window, now)) {
      return standingOf(policy, refused.used, refused.endsAt - now)
    }
    const [window] = await this.#store.add([{ key: stored, calls: 1, length: policy.window }])
    if (window === undefined) throw new Error('The counted call has no window.')
    if (window.used > policy.limit) {
      const { used, left } = window
      this.#refused.keep(stored, { used, endsAt: this.#refused.now() + left, unsent: 0 })
    }
    return standingOf(policy, window.used, window.left)
  }
}
