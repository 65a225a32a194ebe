/**
 * Keeps jobs in order, in every process: frees what dead processes held, gives up here what others have taken over or
 * cancelled, lets what is held go on when it may, puts right what a wrong clock has delayed, and removes what ended long ago.
 * Each look is short, and costs nothing that grows with the jobs that wait. Nothing is removed before the clock has gone evenly
 * for an hour: one that is ahead would make everything old at once.
 */
import type { Log } from '@host/plugin'
import { ClockDriftGuard } from '../audit/clock-drift-guard.ts'
import type { Attempts } from './attempts.ts'
import type { Delays } from './delays.ts'
import type { HeldJobs } from './held-jobs.ts'
import type { JobReader } from './job-reader.ts'
import type { Claim, JobStore } from './job-store.ts'
import { largestBatch } from './job-statements.ts'
import type { StoredState } from './states.ts'

/** What upkeep works with. */
export interface UpkeepOptions {
  readonly store: JobStore
  readonly reader: Pick<JobReader, 'plugins'>
  readonly attempts: Pick<Attempts, 'claims' | 'lose' | 'isRunning'>
  readonly held: HeldJobs
  readonly delays: Pick<Delays, 'look'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Lets the worker look for jobs. */
  wake(): void
}

/** Milliseconds between two looks, of which up to a half is left out at random; a sweep is made at every so many. */
const every = 5_000
const sweepEvery = 12
const pause = 20
/** For how long the clock has to go evenly before anything is removed, in milliseconds. */
const leastEven = 3_600_000

export class Upkeep {
  readonly #options: UpkeepOptions
  readonly #even: ClockDriftGuard
  /** What the database said at the last look that this process runs, and it does not. */
  #strays: ReadonlySet<string> = new Set()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #looks = 0
  #isStopped = false

  constructor(options: UpkeepOptions) {
    this.#options = options
    this.#even = new ClockDriftGuard(options.clock, () => performance.now())
  }

  /** Looks from now on, at once first: a crash may have interrupted jobs. @returns what ends it */
  start(): () => Promise<void> {
    this.#work = this.#round()
    return async () => {
      this.#isStopped = true
      clearTimeout(this.#timer)
      await this.#work
    }
  }

  /** Looks once. */
  async look(): Promise<void> {
    const { store, attempts, held, delays, wake } = this.#options
    const freed = await store.free()
    for (const claim of await store.lost(attempts.claims())) attempts.lose(claim.id)
    const returned = await this.#returnStrays()
    const released = await held.release()
    const righted = await delays.look(wait)
    if (freed + returned + released + righted > 0) wake()
  }

  /** Removes what ended long ago. @returns how many jobs */
  async sweep(): Promise<number> {
    const { reader } = this.#options
    let swept = 0
    for (const state of ['done', 'cancelled', 'failed'] as const) {
      for (const plugin of await reader.plugins(state)) swept += await this.#sweepOf(state, plugin)
    }
    return swept
  }

  async #sweepOf(state: StoredState, plugin: string): Promise<number> {
    let swept = 0
    for (let removed = largestBatch; removed === largestBatch && !this.#isStopped; swept += removed) {
      removed = await this.#options.store.remove(state, plugin)
      if (removed === largestBatch) await wait()
    }
    return swept
  }

  /** A claim whose answer was lost on its way: seen twice, since it may be on its way still. */
  async #returnStrays(): Promise<number> {
    const { store, attempts } = this.#options
    const strays = (await store.own()).filter(({ id }) => !attempts.isRunning(id))
    const known = strays.filter((claim) => this.#strays.has(nameOf(claim)))
    this.#strays = new Set(strays.map(nameOf))
    for (const claim of known) await store.giveBack(claim)
    return known.length
  }

  #wait(): void {
    this.#timer = setTimeout(() => void (this.#work = this.#round()), every * (1 - Math.random() / 2)).unref()
  }

  async #round(): Promise<void> {
    try {
      await this.look()
      this.#looks += 1
      if (this.#looks % sweepEvery === 1 && this.#even.stableFor() >= leastEven) await this.sweep()
    } catch (error) {
      this.#options.log.warn('Jobs could not be kept in order; it is tried again', { error })
    }
    if (!this.#isStopped) this.#wait()
  }
}

async function wait(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pause))
}

function nameOf({ id, epoch }: Claim): string {
  return `${id} ${epoch}`
}
