/** The memory indexes of a process, one for a plugin. */
import type { Log } from '@host/plugin'
import type { MemoryIndexService } from '@host/plugin/platform'
import type { Coherence } from '../coherence/coherence.ts'
import type { Database } from '../../database/database.ts'
import { CoherentIndex } from './coherent-index.ts'

/** Bytes. */
const defaultBytes = 512 * 1024 * 1024
const largestBytes = 2 * 1024 * 1024 * 1024

/** Options of the indexes. */
export interface MemoryIndexOptions {
  readonly coherence: Coherence
  readonly log: Log
  readonly database: Pick<Database, 'beforeAnswer'>
}

export class MemoryIndexes {
  readonly #options: MemoryIndexOptions
  readonly #opened = new Map<string, CoherentIndex>()

  constructor(options: MemoryIndexOptions) {
    this.#options = options
  }

  /** Begins to read the rows of all indexes into memory. @returns a function that ends it */
  start(): () => Promise<void> {
    const filling = Promise.all([...this.#opened.values()].map((index) => index.fill()))
    return async () => {
      for (const index of this.#opened.values()) index.stop()
      await filling
    }
  }

  /** The service `MemoryIndexes` of one plugin. */
  serviceOf(plugin: string): MemoryIndexService {
    const { coherence, log, database } = this.#options
    const beforeAnswer = (work: () => Promise<void>): void => database.beforeAnswer(work)
    return Object.freeze<MemoryIndexService>({
      open: (source, { mostBytes = defaultBytes } = {}) => {
        if (this.#opened.has(plugin)) throw new Error(`Plugin "${plugin}" opens a memory index twice; open it once.`)
        if (!(mostBytes > 0 && mostBytes <= largestBytes)) {
          throw new TypeError('A memory index has 1 byte to 2 GiB of memory.')
        }
        const index = new CoherentIndex({ coherence, log, beforeAnswer, plugin, source, mostBytes })
        this.#opened.set(plugin, index)
        return index
      },
    })
  }
}
