/**
 * Records how attempts ended. Successful ones that end together are one statement. A failed write is repeated until it
 * succeeds, since the job would otherwise be listed as running for as long as this process lives.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@host/plugin'
import type { Claim, Ending, JobStore } from './job-store.ts'

/** Options of the recorder. */
export interface RecorderOptions {
  readonly store: Pick<JobStore, 'complete' | 'end'>
  readonly log: Log
}

const firstPause = 100
const longestPause = 5_000

export class Recorder {
  readonly #options: RecorderOptions
  readonly #stopping = new AbortController()
  #claims: Claim[] = []
  #batch: Promise<ReadonlySet<string>> | undefined

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Records that a job is done. @returns whether it still was this process's */
  async complete(claim: Claim): Promise<boolean> {
    this.#claims.push(claim)
    this.#batch ??= new Promise(setImmediate).then(() => this.#flush())
    return (await this.#batch).has(claim.id)
  }

  /** Records another end of a try. @returns whether the job still was this process's */
  async end(claim: Claim, ending: Ending): Promise<boolean> {
    return (await this.#insist(() => this.#options.store.end(claim, ending))) ?? false
  }

  /** AttemptResults nothing again from now on. */
  stop(): void {
    this.#stopping.abort()
  }

  async #flush(): Promise<ReadonlySet<string>> {
    const claims = this.#claims
    this.#claims = []
    this.#batch = undefined
    return new Set(await this.#insist(() => this.#options.store.complete(claims)))
  }

  async #insist<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        return await write()
      } catch (error) {
        this.#options.log.warn('Job results could not be stored; retrying', { error })
        if (this.#stopping.signal.aborted) return undefined
        await wait(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }
}
