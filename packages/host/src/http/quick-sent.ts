/** Who answers, and for which workspace. */
export interface Answerer {
  readonly plugin: string
  readonly orgId: string
}

/** An answer, ready to be sent. */
export interface QuickSent {
  readonly status: number
  /** All of its headers, each with its line break. */
  readonly lines: string
  readonly requestId: string
  readonly answerer: Answerer
}
