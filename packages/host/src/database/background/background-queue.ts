import { DatabaseError } from '../database-error.ts'

/** Where reads over all workspaces wait that are not of one. */
export const instanceQueue = 'instance'

/** Reads that may wait in all, and of one queue, so that a flood of one workspace neither fills the memory nor the queue. */
const mostWaiting = 1_000
const mostOfOne = 100

interface WaitingRead {
  readonly start: () => Promise<void>
  readonly reject: (error: Error) => void
}

/**
 * Decides which background read runs next. Each workspace has a queue, and the queues are served in rotation: a read
 * waits for at most one statement of each other workspace, however many those have sent.
 */
export class BackgroundQueue {
  readonly #concurrency: number
  /** In the order in which they are served. */
  readonly #queues = new Map<string, WaitingRead[]>()
  readonly #running = new Set<Promise<void>>()
  #waiting = 0
  #isClosed = false

  /** @param concurrency reads that run at the same time */
  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** @throws DatabaseError `busy` when too many wait already, `closed` after `close` */
  async run<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closed()
    const own = this.#queues.get(queue) ?? []
    if (own.length >= mostOfOne || this.#waiting >= mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    own.push({ start: () => work().then(resolve, reject), reject })
    this.#queues.set(queue, own)
    this.#waiting += 1
    this.#startNext()
    return await promise
  }

  /** Refuses the reads that wait and resolves when those that run have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const read of [...this.#queues.values()].flat()) read.reject(closed())
    this.#queues.clear()
    this.#waiting = 0
    await Promise.all(this.#running)
  }

  #startNext(): void {
    while (this.#running.size < this.#concurrency) {
      const read = this.#take()
      if (read === undefined) return
      const running = read.start().then(() => {
        this.#running.delete(running)
        this.#startNext()
      })
      this.#running.add(running)
    }
  }

  /** The first read of the first queue, which then is the last one. */
  #take(): WaitingRead | undefined {
    const [first] = this.#queues
    if (first === undefined) return undefined
    const [queue, reads] = first
    const read = reads.shift()
    this.#queues.delete(queue)
    if (reads.length > 0) this.#queues.set(queue, reads)
    this.#waiting -= 1
    return read
  }
}

function busy(): DatabaseError {
  return new DatabaseError('busy', 'Too many background reads are queued: read less data, or try again later.')
}

function closed(): DatabaseError {
  return new DatabaseError('closed', 'The database is closed.')
}
