/**
 * The hosts that have a certificate, in the memory of a process: a name, a serial number and a time each. A change is
 * read again when it is published, and everything once a minute and after lost messages. An unknown name is known as
 * such from memory, so it never costs a read.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Log } from '@host/plugin'
import type { Bus } from '../database/bus/bus.ts'
import { runPeriodically } from '../support/periodic.ts'
import { certificateTopic, type CertificateEntry, type CertificateStore } from './certificate-store.ts'
import { readFirst } from './read-first.ts'

/** Dependencies of the index. */
export interface CertificateIndexOptions {
  readonly store: Pick<CertificateStore, 'entries' | 'entry'>
  readonly bus: Pick<Bus, 'subscribe'>
  readonly log: Log
}

const readEvery = 60_000
/** Rows of one read. */
const pageSize = 1_000

export class CertificateIndex {
  readonly #options: CertificateIndexOptions
  #entries = new Map<string, CertificateEntry>()
  /** Reads follow each other, so that an older one never wins. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(options: CertificateIndexOptions) {
    this.#options = options
  }

  /** @param host exact, or `*.` and a name */
  find(host: string): CertificateEntry | undefined {
    return this.#entries.get(host)
  }

  get size(): number {
    return this.#entries.size
  }

  /** All of them, in no order. */
  all(): IterableIterator<CertificateEntry> {
    return this.#entries.values()
  }

  /** Reads all, after it listens to changes, and keeps them current. @returns a function that stops it */
  async start(): Promise<() => Promise<void>> {
    const { bus, log } = this.#options
    const onError = (error: unknown): void => log.warn('Certificates could not be read from the database', { error })
    const readAll = async (): Promise<void> => await this.#after(() => this.#readAll())
    const leave = bus.subscribe(certificateTopic, {
      onMessage: (host) => void this.#after(() => this.#read(host)).catch(onError),
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

  async #read(host: string): Promise<void> {
    const entry = await this.#options.store.entry(host)
    if (entry === undefined) this.#entries.delete(host)
    else this.#entries.set(host, entry)
  }

  async #readAll(): Promise<void> {
    const entries = new Map<string, CertificateEntry>()
    let last: string | undefined
    do {
      const page = await this.#options.store.entries(pageSize, last)
      for (const entry of page) entries.set(entry.host, entry)
      last = page.length < pageSize ? undefined : page.at(-1)?.host
      // A turn of the event loop between two pages, so that requests are answered meanwhile.
      if (last !== undefined) await turn()
    } while (last !== undefined)
    this.#entries = entries
  }
}
