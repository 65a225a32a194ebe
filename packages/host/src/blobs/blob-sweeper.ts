/**
 * Removes unreferenced contents from the stores: those replaced, deleted or erased with their workspace, and those left
 * by a process that died while it wrote. Every process sweeps; removing twice is harmless.
 *
 *   waiting --a minute--> sweeping: drop what is over, then remove what is dropped --> waiting
 */
import type { Log } from '@host/plugin'
import type { BlobContents, DroppedContent } from './blob-contents.ts'
import type { PieceStore } from './piece-store.ts'
import { neverStopping, runPeriodically } from '../support/periodic.ts'

/** Options of a sweep. */
export interface SweeperOptions {
  readonly contents: BlobContents
  readonly stores: readonly PieceStore[]
  readonly log: Log
}

const every = 60_000

export class BlobSweeper {
  readonly #options: SweeperOptions

  constructor(options: SweeperOptions) {
    this.#options = options
  }

  /** Sweeps from now on. @returns how to end that, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every,
      work: async (stopping) => await this.sweep(stopping),
      onError: (error) => this.#options.log.warn('Expired blobs could not be found; retrying', { error }),
    })
  }

  /** Sweeps once. */
  async sweep(stopping = neverStopping): Promise<void> {
    while (!stopping.aborted && (await this.#options.contents.setTimes()));
    while (!stopping.aborted && (await this.#options.contents.dropOver()));
    await this.#removeAll(stopping)
  }

  async #removeAll(stopping: AbortSignal): Promise<void> {
    const { contents, stores } = this.#options
    const names = stores.map(({ name }) => name)
    let last = ''
    for (;;) {
      const dropped = await contents.dropped(names, last)
      for (const content of dropped) {
        if (stopping.aborted) return
        await this.#remove(content)
      }
      const { id } = dropped.at(-1) ?? {}
      if (id === undefined) return
      last = id
    }
  }

  async #remove({ id, store }: DroppedContent): Promise<void> {
    try {
      await this.#options.stores.find(({ name }) => name === store)?.remove(id)
      await this.#options.contents.end(id)
    } catch (error) {
      this.#options.log.warn('An expired blob could not be removed; retrying', { error, store })
    }
  }
}
