/** Published by a program right after its modules are loaded. */
export const loadedChannel = 'bench:loaded'

/** Milliseconds of CPU time of the longest turn. */
export interface StartTurns {
  /** While modules are loaded, which is one turn. */
  readonly loading: number
  /** From then until the server listens. */
  readonly starting: number
}
