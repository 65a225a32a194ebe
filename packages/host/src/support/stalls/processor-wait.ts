import { closeSync, openSync, readSync } from 'node:fs'

/** Longer than three numbers of 64 bits. */
const mostBytes = 128

/**
 * How long the main thread has waited for a processor, as the scheduler of Linux counts it for each thread. The time of a
 * machine that is busy with something else is in it; computing, sleeping and waiting for a call of the system are not.
 */
export class ProcessorWait implements Disposable {
  readonly #file: number | undefined
  readonly #bytes = Buffer.alloc(mostBytes)

  constructor(path = `/proc/${process.pid}/task/${process.pid}/schedstat`) {
    try {
      this.#file = openSync(path, 'r')
    } catch {
      // Other systems, and a /proc that is not mounted.
    }
  }

  /** Milliseconds since the thread began; 0 where the system doesn't count them. */
  milliseconds(): number {
    if (this.#file === undefined) return 0
    try {
      const length = readSync(this.#file, this.#bytes, 0, mostBytes, 0)
      const [, waited] = this.#bytes.toString('latin1', 0, length).split(' ')
      return Number(waited) / 1e6 || 0
    } catch {
      return 0
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}
