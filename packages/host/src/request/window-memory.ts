import type { RateWindow } from '../security/rate-limits/window-table.ts'

/** The windows that a caller was counted in last, each of one key in one table. */
export interface WindowMemory {
  /** The window of the session or token. */
  sessionWindow: RateWindow | undefined
  /** The window of the user. */
  personWindow: RateWindow | undefined
}

/** Where a window is remembered. */
export interface WindowPlace {
  readonly memory: WindowMemory
  readonly name: keyof WindowMemory
}
