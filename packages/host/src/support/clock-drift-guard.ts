/** By how many milliseconds a clock may be corrected between two looks and still count as even. */
const tolerance = 60_000

/** For how long a clock has to run evenly before anything is removed by it, in milliseconds. */
const leastStable = 3_600_000

/**
 * Compares the system clock with one that can't be set. A clock set forward by mistake would make everything old at once,
 * and correcting it brings nothing back; so whatever removes old data asks whether the clock is stable first.
 */
export class ClockDriftGuard {
  readonly #clock: () => number
  readonly #steady: () => number
  #offset: number
  #since: number

  /**
   * @param clock milliseconds since 1970
   * @param steady milliseconds since any moment
   */
  constructor(clock: () => number, steady: () => number = () => performance.now()) {
    this.#clock = clock
    this.#steady = steady
    this.#offset = clock() - steady()
    this.#since = steady()
  }

  /** Whether the clock has run evenly for an hour, as far as the calls show: it is compared at each of them. */
  isStable(): boolean {
    const now = this.#steady()
    const offset = this.#clock() - now
    if (Math.abs(offset - this.#offset) > tolerance) this.#since = now
    this.#offset = offset
    return now - this.#since >= leastStable
  }
}
