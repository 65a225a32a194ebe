import { clockTolerance } from './clock-tolerance.ts'

/** A clock that detects whether it was set back since it was read. */
export class WatchedClock {
  readonly #clock: () => number
  #latest = 0

  /** @param clock milliseconds since 1970 */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => {
    const now = this.#clock()
    if (now > this.#latest) this.#latest = now
    return now
  }

  /** Whether it shows less than it has shown, by more than clocks are corrected by; true once for each time. */
  wasSetBack(): boolean {
    const now = this.#clock()
    if (now >= this.#latest - clockTolerance) return false
    this.#latest = now
    return true
  }
}
