/**
 * Hosts that this instance answers, in the memory of a process: its own, and those of workspaces. A change is read again
 * when it is published, and everything once a minute and after lost messages.
 */
import type { Log, Queries } from '@host/plugin'
import type { Bus } from '../database/bus/bus.ts'
import { edgeTopic } from '../pipeline/edge/edge-subjects.ts'
import type { EdgeTables } from '../pipeline/edge/models.ts'
import { runPeriodically } from '../support/periodic.ts'
import { AnsweredHosts } from './answered-hosts.ts'
import { readFirst } from './read-first.ts'

/** Dependencies of the hosts. */
export interface KnownHostsOptions {
  /** Of the instance itself, as `normalizeHostName` has them. */
  readonly own: readonly string[]
  readonly db: Queries<EdgeTables>
  readonly bus: Pick<Bus, 'subscribe'>
  readonly log: Log
}

const readEvery = 60_000

export class KnownHosts {
  readonly #options: KnownHostsOptions
  readonly #own: ReadonlySet<string>
  #answered = new AnsweredHosts()
  /** Reads follow each other, so that an older one never wins. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(options: KnownHostsOptions) {
    this.#options = options
    this.#own = new Set(options.own)
  }

  /** The exact host or the wildcard under which a name is answered; undefined for an unknown one. */
  patternOf(name: string): string | undefined {
    return this.#own.has(name) ? name : this.#answered.patternOf(name)
  }

  /** Reads all, after it listens to changes, and keeps them current. @returns a function that stops it */
  async start(): Promise<() => Promise<void>> {
    const { bus, db, log } = this.#options
    const onError = (error: unknown): void => log.warn('Hosts of workspaces could not be read', { error })
    const readAll = async (): Promise<void> => {
      await this.#after(async () => void (this.#answered = await AnsweredHosts.read(db)))
    }
    const leave = bus.subscribe(edgeTopic, {
      onMessage: (name) => void this.#after(() => this.#answered.reread(db, name)).catch(onError),
      onGap: () => void readAll().catch(onError),
    })
    await readFirst(readAll, leave)
    const stop = runPeriodically({ every: readEvery, work: readAll, onError })
    return async () => {
      leave()
      await stop()
      await this.#reading
    }
  }

  async #after(read: () => Promise<void>): Promise<void> {
    const reading = this.#reading.then(read)
    this.#reading = reading.catch(() => undefined)
    await reading
  }
}
