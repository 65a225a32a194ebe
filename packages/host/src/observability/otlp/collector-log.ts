import type { Log } from '@host/plugin'

/** Logs that a collector takes nothing: once, and again after it did. It may be away for days. */
export class CollectorLog {
  readonly #log: Pick<Log, 'warn'>
  readonly #message: string
  #isAway = false

  /** @param message of a failure */
  constructor(log: Pick<Log, 'warn'>, message: string) {
    this.#log = log
    this.#message = message
  }

  accepted(): void {
    this.#isAway = false
  }

  failed(error: unknown): void {
    if (!this.#isAway) this.#log.warn(this.#message, { error })
    this.#isAway = true
  }
}
