import type { Log } from '@host/plugin'
import type { Bus } from '../database/bus/bus.ts'
import { runPeriodically } from '../support/periodic.ts'

/** Options of a follower. */
export interface RowFollowerOptions {
  readonly bus: Bus
  readonly topic: string
  readonly log: Log
  /** Reads the row and applies it on this process. */
  read(): Promise<void>
}

const readEvery = 5_000

/**
 * Keeps what a process holds of a row current: read at the start, after each published change, and every few seconds in case
 * a message was lost.
 */
export class RowFollower {
  readonly #options: RowFollowerOptions
  /** Reads follow each other, so that an older one never wins. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(options: RowFollowerOptions) {
    this.#options = options
  }

  async refresh(): Promise<void> {
    const reading = this.#reading.then(() => this.#options.read())
    this.#reading = reading.catch(() => undefined)
    await reading
  }

  /** After a change was committed: publishes it to the other processes, and applies it here. */
  async changed(): Promise<void> {
    this.#options.bus.publish(this.#options.topic, 'changed')
    await this.refresh()
  }

  /** @returns a function that stops it */
  async start(): Promise<() => Promise<void>> {
    const { bus, topic, log } = this.#options
    await this.refresh()
    const onError = (error: unknown): void => log.debug('A stored setting could not be read', { topic, error })
    const read = (): void => void this.refresh().catch(onError)
    const leave = bus.subscribe(topic, { onMessage: read, onGap: read })
    const stop = runPeriodically({ every: readEvery, work: async () => await this.refresh(), onError })
    return async () => {
      leave()
      await stop()
      await this.#reading
    }
  }
}
