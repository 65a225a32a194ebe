import type { Tally } from './tally.ts'
import type { CacheEntry } from '../security/coherence/coherent-cache.ts'
import type { WindowMemory } from './window-memory.ts'
import type { RateWindow } from '../security/rate-limits/window-table.ts'

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
