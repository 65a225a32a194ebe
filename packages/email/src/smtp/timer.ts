import type { SmtpClock } from './clock.ts'

/** One deadline at a time. */
export class Timer {
  readonly #clock: SmtpClock
  #cancel = (): void => {}

  constructor(clock: SmtpClock) {
    this.#clock = clock
  }

  /** Replaces the deadline before. */
  set(milliseconds: number, action: () => void): void {
    this.#cancel()
    this.#cancel = this.#clock.after(milliseconds, action)
  }

  clear(): void {
    this.#cancel()
  }
}
