/**
 * Runs the jobs of a process in cycles, one after the other, each started by a possible change.
 *
 *   idle --wake: a job was added, or one ended; or half a second--> round: promote, then claim until no slot or no job is left
 *     ^                                                               |
 *     '------------------------- nothing to do -----------------------'
 *   idle, round --stop--> draining: claims nothing, waits for running jobs, signals them, releases the rest --> stopped
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '@host/plugin'
import type { HeldJobs } from './held-jobs.ts'
import type { Looked, ClaimCycle } from './claim-cycle.ts'

/** Options of a worker. */
export interface WorkerOptions {
  readonly round: Pick<ClaimCycle, 'run'>
  readonly held: Pick<HeldJobs, 'releaseIn'>
  readonly log: Log
}

/** Milliseconds between two looks, of which up to a half is left out at random. */
const longestIdle = 500

export class Worker {
  readonly #options: WorkerOptions
  /** Jobs belong to no request, whichever call woke the worker. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isWoken = false
  #state: 'created' | 'started' | 'stopped' = 'created'

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Looks for jobs from now on. */
  start(): void {
    this.#state = 'started'
    this.wake()
  }

  /** Looks for jobs soon. */
  wake(): void {
    this.#isWoken = true
    if (this.#state === 'started') this.#work ??= this.#outside(() => this.#loop())
  }

  /**
   * Releases the held jobs of a workspace that may run, before the next check. Failures are left to the maintenance.
   */
  recheck(orgId: string): void {
    const { held, log } = this.#options
    const release = this.#last.then(() => this.#outside(() => held.releaseIn(orgId)))
    this.#last = release.catch((error: unknown) => log.warn('Held jobs could not be released; retrying', { error }))
    this.wake()
  }

  /** Claims nothing more. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    await this.#work
  }

  /** Looks for jobs once, when no look is under way. */
  async once(): Promise<Looked> {
    const look = this.#last.then(() => this.#outside(() => this.#options.round.run()))
    this.#last = look.catch(() => undefined)
    return await look
  }

  async #loop(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#isWoken && this.#state === 'started') {
      this.#isWoken = false
      await this.#look()
      // Jobs that ended in the same turn are handled in one cycle.
      await new Promise(setImmediate)
    }
    this.#work = undefined
    if (this.#state === 'started') this.#wait()
  }

  async #look(): Promise<void> {
    try {
      if ((await this.once()) === 'more') this.#isWoken = true
    } catch (error) {
      this.#options.log.warn('Jobs could not be polled; retrying', { error })
    }
  }

  #wait(): void {
    const pause = longestIdle * (1 - Math.random() / 2)
    this.#timer = setTimeout(() => this.wake(), pause).unref()
  }
}
