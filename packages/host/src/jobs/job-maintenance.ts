/**
 * Maintains jobs in every process: frees those of dead processes, gives up local ones that others have taken over or
 * canceled, releases held ones when they may run, corrects delays of a wrong clock, and deletes those that ended long
 * ago. Each check is short, and its cost does not grow with the waiting jobs. Nothing is deleted before the clock has
 * run evenly for an hour: a clock that is ahead would make everything old at once.
 */
import type { Log } from '@host/plugin'
import { setTimeout as wait } from 'node:timers/promises'
import { ClockDriftGuard } from '../support/clock-drift-guard.ts'
import { neverStopping, runPeriodically } from '../support/periodic.ts'
import type { Attempts } from './attempts.ts'
import type { Delays } from './delays.ts'
import type { HeldJobs } from './held-jobs.ts'
import type { JobReader } from './job-reader.ts'
import type { Claim, JobStore } from './job-store.ts'
import { largestBatch } from './job-statements.ts'
import type { StoredState } from './states.ts'

/** Options of maintenance. */
export interface JobMaintenanceOptions {
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

/** Jobs of one kind of end. */
interface EndedJobs {
  readonly state: StoredState
  readonly plugin: string
}

/** Milliseconds between two looks, of which up to a half is left out at random; a sweep is made at every so many. */
const every = 5_000
const sweepEvery = 12
const pause = 20

export class JobMaintenance {
  readonly #options: JobMaintenanceOptions
  readonly #driftGuard: ClockDriftGuard
  /** Jobs that the database listed for this process at the last check, but that it does not run. */
  #strays: ReadonlySet<string> = new Set()
  #looks = 0

  constructor(options: JobMaintenanceOptions) {
    this.#options = options
    this.#driftGuard = new ClockDriftGuard(options.clock)
  }

  /** Starts checking, first at once: a crash may have interrupted jobs. @returns a function that stops it */
  start(): () => Promise<void> {
    return runPeriodically({
      every,
      jitter: 0.5,
      isRunAtStart: true,
      work: async (stopping) => await this.#round(stopping),
      onError: (error) => this.#options.log.warn('Job maintenance failed; retrying', { error }),
    })
  }

  /** Looks once. */
  async look(): Promise<void> {
    const { store, attempts, held, delays, wake } = this.#options
    const freed = await store.free()
    for (const claim of await store.lost(attempts.claims())) attempts.lose(claim.id)
    const returned = await this.#returnStrays()
    const released = await held.release()
    const righted = await delays.look(() => wait(pause))
    if (freed + returned + released + righted > 0) wake()
  }

  /** Deletes jobs that ended long ago. @returns how many jobs */
  async sweep(stopping = neverStopping): Promise<number> {
    const { reader } = this.#options
    let swept = 0
    for (const state of ['done', 'cancelled', 'failed'] as const) {
      for (const plugin of await reader.plugins(state)) swept += await this.#sweepOf({ state, plugin }, stopping)
    }
    return swept
  }

  async #sweepOf({ state, plugin }: EndedJobs, stopping: AbortSignal): Promise<number> {
    let swept = 0
    for (let removed = largestBatch; removed === largestBatch && !stopping.aborted; swept += removed) {
      removed = await this.#options.store.remove(state, plugin)
      if (removed === largestBatch) await wait(pause)
    }
    return swept
  }

  /** A claim whose response was lost: seen twice, since it may still be in transit. */
  async #returnStrays(): Promise<number> {
    const { store, attempts } = this.#options
    const strays = (await store.own()).filter(({ id }) => !attempts.isRunning(id))
    const known = strays.filter((claim) => this.#strays.has(nameOf(claim)))
    this.#strays = new Set(strays.map(nameOf))
    for (const claim of known) await store.giveBack(claim)
    return known.length
  }

  async #round(stopping: AbortSignal): Promise<void> {
    await this.look()
    this.#looks += 1
    if (this.#looks % sweepEvery === 1 && this.#driftGuard.isStable()) await this.sweep(stopping)
  }
}

function nameOf({ id, epoch }: Claim): string {
  return `${id} ${epoch}`
}
