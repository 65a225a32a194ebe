import type { RateWindow } from './window-table.ts'

/** The windows that a caller was counted in last, each of one key in one table. */
export interface WindowMemory {
  /** Of the session or token. */
  sessionWindow: RateWindow | undefined
  /** Of the person. */
  personWindow: RateWindow | undefined
}

/** Where a window is remembered. */
export interface WindowPlace {
  readonly memory: WindowMemory
  readonly name: keyof WindowMemory
}
