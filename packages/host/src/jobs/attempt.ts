/**
 * One attempt of a job, from its claim on. It ends once, by the first of these: its handler, its timeout, the stop of
 * the host, or a cancellation or takeover. A handler that continues after that is ignored: its job belongs to another
 * claim.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobOutcome } from '@host/plugin'
import { longestDelay } from './enqueue-options.ts'
import type { ClaimedJob } from './job-store.ts'
import { thrownError } from './thrown-error.ts'

/** How a try ended. */
export type AttemptEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly delay: number }
  | { readonly kind: 'fault'; readonly error: Error }
  /** By the stop of the host, which is not a failure. */
  | { readonly kind: 'stopped' }
  /** The job is not this process's any more. */
  | { readonly kind: 'lost' }

/** The result of a run's `again`. */
export class Again implements JobOutcome {
  readonly delay: number

  constructor(delay: number) {
    if (!(delay >= 0 && delay <= longestDelay)) {
      throw new TypeError(`The retry delay of a job must be 0 to ${longestDelay} milliseconds.`)
    }
    this.delay = Math.round(delay)
  }
}

export class Attempt {
  readonly job: ClaimedJob
  /** Whether it has said how far it is. */
  hasProgress = false
  readonly #controller = new AbortController()
  readonly #end = Promise.withResolvers<AttemptEnd>()
  #isStopping = false
  #isOver = false
  /** Listeners of the signal run in the execution context of the handler. */
  #abort = (reason: unknown): void => this.#controller.abort(reason)
  #timer: NodeJS.Timeout | undefined

  constructor(job: ClaimedJob) {
    this.job = job
  }

  /** Aborts when the try is over for any other reason than its handler. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** How it ended. Never rejects. */
  get ended(): Promise<AttemptEnd> {
    return this.#end.promise
  }

  /** Follows a handler that has begun. @param limit milliseconds */
  follow(handled: Promise<JobOutcome | void>, limit: number): void {
    this.#abort = AsyncLocalStorage.bind(this.#abort)
    this.#timer = setTimeout(() => this.#timeOut(limit), limit).unref()
    handled
      .then((outcome) => this.#settle(endOf(outcome)))
      .catch((error: unknown) =>
        this.#settle(this.#isStopping ? { kind: 'stopped' } : { kind: 'fault', error: thrownError(error) }),
      )
  }

  /** Signals to the handler that the host stops; it may still finish. */
  stop(): void {
    this.#isStopping = true
    this.#abort(new DOMException('The host is stopping.', 'AbortError'))
  }

  /** Waits for the handler no longer. */
  giveUp(): void {
    this.#settle({ kind: 'stopped' })
  }

  /** The job is not this process's any more. */
  lose(): void {
    if (this.#isOver) return
    this.#settle({ kind: 'lost' })
    this.#abort(new DOMException('The job was canceled or taken over by another process.', 'AbortError'))
  }

  #settle(end: AttemptEnd): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#end.resolve(end)
  }

  #timeOut(limit: number): void {
    const error = new DOMException(`It did not finish within ${limit} ms.`, 'TimeoutError')
    this.#settle({ kind: 'fault', error })
    this.#abort(error)
  }
}

/** @throws any error that a plugin's object throws when it is inspected */
function endOf(outcome: JobOutcome | void): AttemptEnd {
  return outcome instanceof Again ? { kind: 'again', delay: outcome.delay } : { kind: 'done' }
}
