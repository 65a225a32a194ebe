import type { Exchange } from './exchange.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** Ends pending work when the time is over or the caller gives up: one for look-ups, redirects and body. */
export class Deadline implements Disposable {
  readonly #signal: AbortSignal
  readonly #timer: NodeJS.Timeout
  #current: Exchange | undefined
  #reason: Error | undefined

  /** @param timeout in milliseconds */
  constructor(signal: AbortSignal, timeout: number) {
    signal.throwIfAborted()
    this.#signal = signal
    this.#timer = setTimeout(() => this.#end(new SafeHttpError('timeout')), timeout)
    signal.addEventListener('abort', this.#onAbort)
  }

  /** Why it is over; undefined while it is not. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** Puts an exchange under the deadline, in place of the one before. */
  cover(exchange: Exchange): void {
    this.#current = exchange
    if (this.#reason !== undefined) exchange.end(this.#reason)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = (): void => this.#end(this.#signal.reason as Error)

  #end(reason: Error): void {
    this.#reason = reason
    this.#current?.end(reason)
  }
}
