import type { Worker } from 'node:worker_threads'
import { startThread, type ThreadCode } from './start-thread.ts'

/** How many are kept: a process that opens databases one after the other has two or three at a time. */
const mostKept = 3

interface Kept {
  readonly worker: Worker
  /** The thread's text: one with another text does other things. */
  readonly threadCode: ThreadCode | undefined
}

/**
 * Threads that have ended their work, for the next work of the same kind: a start takes 22 ms of a processor and more
 * with the modules, and code that has run before is compiled. A thread is given its work by a message.
 */
export class KeptThreads {
  readonly #file: URL
  readonly #role: object
  readonly #kept: Kept[] = []

  /** @param file as for `startThread` @param role the `workerData` of each thread */
  constructor(file: URL, role: object) {
    this.#file = file
    this.#role = role
  }

  /** A thread without work: one that was kept, or a new one. It keeps the process alive. */
  take(threadCode: ThreadCode | undefined): Worker {
    const place = this.#kept.findIndex((each) => each.threadCode === threadCode)
    const [known] = place === -1 ? [] : this.#kept.splice(place, 1)
    if (known === undefined) return startThread(this.#file, { workerData: this.#role, threadCode })
    release(known.worker)
    known.worker.ref()
    return known.worker
  }

  /** Takes back a thread that has ended its work; the one that has waited longest is ended where enough are kept. */
  async keep(worker: Worker, threadCode: ThreadCode | undefined): Promise<void> {
    release(worker)
    const known: Kept = { worker, threadCode }
    const forget = (): void => {
      const place = this.#kept.indexOf(known)
      if (place !== -1) this.#kept.splice(place, 1)
    }
    worker.on('error', forget).on('exit', forget).unref()
    this.#kept.push(known)
    if (this.#kept.length > mostKept) await this.#kept.shift()?.worker.terminate()
  }
}

/** Removes the listeners of the last user. A worker has some of its own, of other events. */
function release(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
