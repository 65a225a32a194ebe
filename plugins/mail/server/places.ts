import { busyProblem } from './busy.ts'

/** How many may be taken, by all and by one workspace. */
export interface PlaceLimits {
  readonly all: number
  readonly ofWorkspace: number
}

/**
 * Places of this process for emails that are in memory as a whole. A workspace has a few of them, so that others are
 * served beside one that takes all it can have.
 */
export class Places {
  readonly #limits: PlaceLimits
  readonly #taken = new Map<string, number>()

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** @returns what gives the place back, to be called once @throws Problem `overloaded` */
  take(orgId: string): () => void {
    const { all, ofWorkspace } = this.#limits
    const own = this.#taken.get(orgId) ?? 0
    const sum = this.#taken.values().reduce((total, count) => total + count, 0)
    if (own >= ofWorkspace || sum >= all) throw busyProblem()
    this.#taken.set(orgId, own + 1)
    return () => this.#give(orgId)
  }

  #give(orgId: string): void {
    const left = (this.#taken.get(orgId) ?? 1) - 1
    if (left > 0) this.#taken.set(orgId, left)
    else this.#taken.delete(orgId)
  }
}
