/**
 * Corrects delays set by a clock that was ahead: such a job would wait for as long as the clock was ahead, a retry in
 * five seconds for a year. Each such job states when its delay was set, and that time lies ahead of now; its delay
 * begins again from now.
 *
 * It walks along the index, some jobs at a time: once at the start of the process, and whenever its clock was set back.
 */
import type { Log } from '@host/plugin'
import { clockTolerance } from './clock-tolerance.ts'
import type { JobReader } from './job-reader.ts'
import { largestBatch } from './job-statements.ts'
import type { JobStore, Place } from './job-store.ts'
import type { WatchedClock } from './watched-clock.ts'

/** Options of the correction. */
export interface DelaysOptions {
  /** The clock that this process delays jobs by. */
  readonly clock: WatchedClock
  readonly store: Pick<JobStore, 'delayed' | 'putRight'>
  readonly reader: Pick<JobReader, 'plugins'>
  readonly log: Pick<Log, 'warn'>
}

const beginning: Place = { at: Number.MAX_SAFE_INTEGER, id: '~' }

export class Delays {
  readonly #options: DelaysOptions
  #isDue = true

  constructor(options: DelaysOptions) {
    this.#options = options
  }

  /** Walks where it may be needed. @param pause lets others go first @returns how many jobs it has put right */
  async look(pause: () => Promise<void>): Promise<number> {
    if (!this.#options.clock.wasSetBack() && !this.#isDue) return 0
    this.#isDue = false
    try {
      return await this.#walk(pause)
    } catch (error) {
      this.#isDue = true
      throw error
    }
  }

  async #walk(pause: () => Promise<void>): Promise<number> {
    const { reader, log } = this.#options
    let count = 0
    for (const plugin of await reader.plugins('delayed')) count += await this.#walkOf(plugin, pause)
    if (count > 0) log.warn('A clock was ahead; the delays of its jobs start again now', { jobs: count })
    return count
  }

  async #walkOf(plugin: string, pause: () => Promise<void>): Promise<number> {
    const { store, clock } = this.#options
    let [place, count]: [Place, number] = [beginning, 0]
    for (;;) {
      const now = clock.now()
      const found = await store.delayed(plugin, now + clockTolerance, place)
      const ids = found.filter(({ delayed_at: since }) => (since ?? 0) > now + clockTolerance).map(({ id }) => id)
      if (ids.length > 0) count += await store.putRight(ids, now)
      const last = found.at(-1)
      if (last === undefined || found.length < largestBatch) return count
      place = last
      await pause()
    }
  }
}
