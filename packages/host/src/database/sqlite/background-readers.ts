import type { PlainStatement, RawResult } from './prepared-statements.ts'
import { BackgroundQueue } from '../background/background-queue.ts'
import { ReaderThread, type ReaderThreadOptions } from './reader-thread.ts'

/** Two, so that a statement that is slow to read from the disk does not hold up every other workspace. */
const mostThreads = 2
/** How long a thread that is not used is kept, in milliseconds. */
const longestIdle = 60_000

/**
 * Runs background reads on reader threads. A thread is started by the first read that finds none free, is ended after a
 * minute without reads, and is replaced by the next read when it is lost.
 */
export class BackgroundReaders {
  readonly #options: ReaderThreadOptions
  readonly #queue = new BackgroundQueue(mostThreads)
  /** The most recently used one last, so that the others become idle. */
  readonly #idle: ReaderThread[] = []
  readonly #timers = new Map<ReaderThread, NodeJS.Timeout>()
  #generation = 0

  constructor(options: ReaderThreadOptions) {
    this.#options = options
  }

  async run(queue: string, statement: PlainStatement): Promise<RawResult> {
    return await this.#queue.run(queue, () => this.#runOnThread(statement))
  }

  /** Forgets prepared statements: the threads end, and new ones are started when needed. */
  async clear(): Promise<void> {
    this.#generation += 1
    await Promise.all(this.#idle.slice().map((thread) => this.#end(thread)))
  }

  async close(): Promise<void> {
    await this.#queue.close()
    await this.clear()
  }

  async #runOnThread(statement: PlainStatement): Promise<RawResult> {
    const generation = this.#generation
    const thread = this.#take()
    try {
      return await thread.run(statement)
    } finally {
      if (generation === this.#generation) this.#keep(thread)
      else void thread.close()
    }
  }

  #take(): ReaderThread {
    for (let thread = this.#idle.pop(); thread !== undefined; thread = this.#idle.pop()) {
      clearTimeout(this.#timers.get(thread))
      this.#timers.delete(thread)
      if (thread.isAlive) return thread
    }
    return new ReaderThread(this.#options)
  }

  #keep(thread: ReaderThread): void {
    this.#idle.push(thread)
    this.#timers.set(thread, setTimeout(() => void this.#end(thread), longestIdle).unref())
  }

  async #end(thread: ReaderThread): Promise<void> {
    clearTimeout(this.#timers.get(thread))
    this.#timers.delete(thread)
    const place = this.#idle.indexOf(thread)
    if (place !== -1) this.#idle.splice(place, 1)
    await thread.close()
  }
}
