import { Problem, type Wording } from '@host/plugin'

/** How much may run and wait. */
export interface ConcurrencyOptions {
  readonly running: number
  readonly waiting: number
  /** Why work is sent away. */
  readonly busy: Wording
}

/**
 * Lets a few pieces of work run at once, the next ones wait in line, and the rest is sent away. Hashing passwords
 * takes a thread of Node's pool of four for as long as it lasts: 64 logins at once would leave none for files, look-ups
 * of names and compression.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyOptions
  readonly #line: (() => void)[] = []
  #running = 0

  constructor(options: ConcurrencyOptions) {
    this.#options = options
  }

  /** @throws Problem `service_unavailable` when too many wait already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#running < this.#options.running) {
      this.#running += 1
      return undefined
    }
    if (this.#line.length >= this.#options.waiting) {
      throw new Problem('service_unavailable', {
        detail: this.#options.busy,
        headers: { 'retry-after': '5' },
      })
    }
    return new Promise((resolve) => this.#line.push(resolve))
  }

  /** The place goes straight to the next in line, so that it can't be taken in between. */
  #leave(): void {
    const next = this.#line.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
