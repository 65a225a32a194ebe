/** When a worker that ended is started again, and when that is given up. Times in milliseconds. */

/** How long a worker must have served not to count as one that can't. */
const soon = 1_000
const firstDelay = 100
const longestDelay = 2_000
const mostFailures = 8

/** Facts that the parent has when a worker has ended. */
export interface Ending {
  /** For how long it had been listening; undefined when it never did. */
  readonly served: number | undefined
  /** How many others are listening. */
  readonly othersServing: number
}

/** Counts workers that end as soon as they are started, one after the other. */
export class Restarts {
  #failures = 0

  /** @returns after how long to start the next one; undefined to give up, because none serves and none can */
  next({ served, othersServing }: Ending): number | undefined {
    if (served !== undefined && served >= soon) {
      this.#failures = 0
      return 0
    }
    this.#failures += 1
    if (this.#failures >= mostFailures && othersServing === 0) return undefined
    return Math.min(firstDelay * 2 ** (this.#failures - 1), longestDelay)
  }
}
