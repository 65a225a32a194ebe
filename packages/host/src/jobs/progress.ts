/**
 * Progress of jobs, written and published: at once, and then at most once a second for each.
 *
 *   silent --progress--> written --progress within a second--> waiting --the second is over--> written
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '@host/plugin'
import type { Attempt } from './attempt.ts'
import type { JobStore } from './job-store.ts'

/** Options of the progress writer. */
export interface ProgressOptions {
  readonly store: Pick<JobStore, 'progress'>
  readonly log: Log
  /** Notifies the viewers of the job. */
  notifyViewers(attempt: Attempt): void
}

interface Said {
  readonly fraction: number
  readonly note: string | null
}

const interval = 1_000

export class Progress {
  readonly #options: ProgressOptions
  /** A handler may say it inside of a transaction of its own. */
  readonly #outside = AsyncLocalStorage.snapshot()
  /** The progress to be written when the second is over; undefined for none. */
  readonly #waiting = new Map<Attempt, Said | undefined>()

  constructor(options: ProgressOptions) {
    this.#options = options
  }

  /** Writes how far a job is, soon. */
  say(attempt: Attempt, said: Said): void {
    if (attempt.isOver) return
    attempt.hasProgress = true
    if (this.#waiting.has(attempt)) this.#waiting.set(attempt, said)
    else this.#outside(() => this.#write(attempt, said))
  }

  #write(attempt: Attempt, said: Said): void {
    const { store, log, notifyViewers } = this.#options
    this.#waiting.set(attempt, undefined)
    setTimeout(() => this.#goOn(attempt), interval).unref()
    store.progress(attempt.job, said.fraction, said.note).then(
      (isOurs) => (isOurs ? notifyViewers(attempt) : attempt.lose()),
      (error: unknown) => log.debug('The progress of a job could not be stored', { error }),
    )
  }

  #goOn(attempt: Attempt): void {
    const said = this.#waiting.get(attempt)
    this.#waiting.delete(attempt)
    if (said !== undefined && !attempt.isOver) this.#write(attempt, said)
  }
}
