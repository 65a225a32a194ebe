import { standingOf, type QuickCounter, type RatePolicy, type RateStanding } from '../../request/rate-policy.ts'
import type { WindowPlace } from '../../request/window-memory.ts'
import type { WindowTable } from './window-table.ts'

/** Counts in memory: exact where this process is the only one. */
export class MemoryCounter implements QuickCounter {
  readonly #windows: WindowTable

  constructor(windows: WindowTable) {
    this.#windows = windows
  }

  take(key: string, policy: RatePolicy, place?: WindowPlace): RateStanding {
    const now = this.#windows.now()
    const window = this.#windows.running(key, { length: policy.window, now, place })
    if (window.used <= policy.limit) window.used += 1
    return standingOf(policy, window.used, window.endsAt - now)
  }
}
