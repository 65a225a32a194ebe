import type { Tally } from './tally.ts'
import type { WindowMemory } from './window-memory.ts'
import type { RateWindow } from './window-memory.ts'

/** The cached value of a read. A later read makes an entry of its own. */
export interface CacheEntry<Value> {
  readonly value: Value
  readonly slots: readonly number[]
  readonly since: number
  /** Seconds of this thread's `performance.now`: a small integer, which needs no place of its own in memory. */
  readonly until: number
  /** The number of settled changes at its last check, so that the slots are looked at only after a change. */
  checked: number
}

/**
 * Where the data of one caller was found last, so that a request reads few places in memory: with thousands of callers,
 * each further place costs the processor a wait. Each owner checks a reference before it uses it, and looks the data up
 * where the reference is out of date.
 */
export class CallerMemory implements WindowMemory {
  sessionWindow: RateWindow | undefined
  personWindow: RateWindow | undefined
  /** The features of the workspace. */
  features: CacheEntry<ReadonlySet<string>> | undefined
  /** The usage of a plugin in the workspace. */
  tally: Tally | undefined
  tallyPlugin = ''
  tallyRound = -1
}
