/**
 * Counts in memory and reports the counts to the database once a second, so that several processes share one limit.
 * Between two sums each process knows the calls of the others from a second ago.
 *
 *   counted --sum--> told --answered--> the window holds the calls of all processes
 *                      '--failed--> counted
 */
import type { Log } from '@host/plugin'
import { standingOf, type QuickCounter, type RatePolicy, type RateStanding } from '../../request/rate-policy.ts'
import type { RateWindowStore, StoredWindow } from './rate-window-store.ts'
import type { WindowPlace } from '../../request/window-memory.ts'
import type { RateWindow } from '../../request/window-memory.ts'
import { isRunning, type WindowTable } from './window-table.ts'

/** Options of the counter. */
export interface SummedCounterOptions {
  readonly windows: WindowTable
  readonly store: RateWindowStore
  readonly log: Log
}

interface Waiting {
  readonly window: RateWindow
  readonly length: number
}

export class SummedCounter implements QuickCounter {
  readonly #options: SummedCounterOptions
  /** Windows with calls not yet reported to the database, by their key there. */
  #waiting = new Map<string, Waiting>()
  #isFailing = false

  constructor(options: SummedCounterOptions) {
    this.#options = options
  }

  take(key: string, policy: RatePolicy, place?: WindowPlace): RateStanding {
    const { windows } = this.#options
    const now = windows.now()
    const stored = `${policy.name} ${key}`
    const window = windows.running(stored, { length: policy.window, now, place })
    if (window.used <= policy.limit) {
      window.used += 1
      if (window.unsent === 0) this.#waiting.set(stored, { window, length: policy.window })
      window.unsent += 1
    }
    return standingOf(policy, window.used, window.endsAt - now)
  }

  /** Reports new counts to the database and reads those of other processes, one time after another. Never rejects. */
  async sum(): Promise<void> {
    if (this.#waiting.size === 0) return
    const told = this.#waiting
    this.#waiting = new Map()
    const shares = [...told].map(([key, { window, length }]) => ({ key, calls: window.unsent, length }))
    for (const { window } of told.values()) window.unsent = 0
    try {
      const stored = await this.#options.store.add(shares.filter(({ calls }) => calls > 0))
      for (const window of stored) this.#adopt(told.get(window.key)?.window, window)
      this.#isFailing = false
    } catch (error) {
      for (const { key, calls } of shares) this.#putBack(key, calls, told.get(key))
      this.#report(error)
    }
  }

  #adopt(window: RateWindow | undefined, { used, left }: StoredWindow): void {
    if (window === undefined) return
    window.used = used + window.unsent
    window.endsAt = this.#options.windows.now() + left
  }

  #putBack(key: string, calls: number, waiting: Waiting | undefined): void {
    // A window that is over, or began again meanwhile, owes nothing: in a long outage no more keys wait than call in one.
    if (waiting === undefined || waiting.window.used < calls) return
    if (!isRunning(waiting.window, waiting.length, this.#options.windows.now())) return
    waiting.window.unsent += calls
    this.#waiting.set(key, waiting)
  }

  /** Says once that an outage has begun. */
  #report(error: unknown): void {
    const { log } = this.#options
    if (!this.#isFailing) {
      log.warn('Rate limits could not be synchronized; each process counts on its own until then', { error })
    }
    this.#isFailing = true
  }
}
