/**
 * Whether the effect of an renewal still holds.
 *
 *   held --a run failed, and the last success is too long ago--> lapsed --a run succeeded--> held
 */
export class RenewalState {
  readonly #holds: number
  readonly #onChange: (lapsed: string | undefined) => void
  #lastSuccess: number
  #isLapsed = false

  /** @param holds for how many milliseconds a success holds @param now when the first run succeeded */
  constructor(holds: number, now: number, onChange: (lapsed: string | undefined) => void) {
    this.#holds = holds
    this.#lastSuccess = now
    this.#onChange = onChange
  }

  /** Takes note of a run, with the reason for which it failed, if it did. */
  ran(now: number, failure: string | undefined): void {
    const wasLapsed = this.#isLapsed
    if (failure === undefined) this.#lastSuccess = now
    this.#isLapsed = now - this.#lastSuccess >= this.#holds
    if (this.#isLapsed !== wasLapsed) this.#onChange(failure)
  }
}
