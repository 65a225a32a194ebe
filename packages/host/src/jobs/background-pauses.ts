/** Pauses plugins that fail repeatedly. It is called from within the worker's cycle, so it answers from memory. */
export interface BackgroundPauses {
  /** Whether nothing is to begin at all. */
  readonly isHeld: boolean
  /**
   * How many tries of a plugin may begin now: any number while it does well, none while it is paused, one where this
   * process is to see whether it works again.
   */
  allowance(plugin: string): number
  /** A try begins; the one that was allowed is taken then. */
  began(plugin: string): void
  /** A try has ended. */
  ended(attempt: EndedAttempt): void
}

/** A try that has ended. */
export interface EndedAttempt {
  readonly plugin: string
  /** A workspace, or `instanceOrgId`. */
  readonly orgId: string
  /** Its error, or its timeout; undefined after a success. */
  readonly fault: Error | undefined
}

/** Where nothing pauses anything. */
export const noPauses: BackgroundPauses = Object.freeze({
  isHeld: false,
  allowance: () => Number.POSITIVE_INFINITY,
  began: () => undefined,
  ended: () => undefined,
})
