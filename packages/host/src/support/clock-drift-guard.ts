/** By how many milliseconds a clock may be corrected between two looks and still count as even. */
const tolerance = 60_000

/** Measures for how long the system clock has run at the pace of one that can't be set. */
export class ClockDriftGuard {
  readonly #clock: () => number
  readonly #steady: () => number
  #offset: number
  #since: number

  /**
   * @param clock milliseconds since 1970
   * @param steady milliseconds since any moment
   */
  constructor(clock: () => number, steady: () => number) {
    this.#clock = clock
    this.#steady = steady
    this.#offset = clock() - steady()
    this.#since = steady()
  }

  /** Milliseconds since the clock was set, as far as the checks show. */
  stableFor(): number {
    const now = this.#steady()
    const offset = this.#clock() - now
    if (Math.abs(offset - this.#offset) > tolerance) this.#since = now
    this.#offset = offset
    return now - this.#since
  }
}
