/** The window of one key: it begins with the first call and takes no notification of when others begin. */
export interface RateWindow {
  /** Calls so far; those that are refused are not counted further than the first of them. */
  used: number
  /** Milliseconds as `WindowTable.now` counts them. */
  endsAt: number
  /** Calls not yet reported to the database. */
  unsent: number
  /** When the table used it last, counted in its turns. */
  turn: number
}

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
