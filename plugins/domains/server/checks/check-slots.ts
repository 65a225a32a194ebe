/**
 * Bounds work that runs at once in this process: of all workspaces, and of each, so that none waits for another. While
 * half of all slots are in use, each workspace gets one: a few with slow servers leave the rest to the others.
 */
export class CheckSlots {
  readonly #most: number
  readonly #mostEach: number
  readonly #running = new Map<string, number>()
  #all = 0

  constructor({ most, mostEach }: { readonly most: number; readonly mostEach: number }) {
    this.#most = most
    this.#mostEach = mostEach
  }

  /** Does it. @returns undefined, and nothing done, when all slots are in use */
  async run<Result>(orgId: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const own = this.#running.get(orgId) ?? 0
    const mostEach = 2 * this.#all >= this.#most ? 1 : this.#mostEach
    if (this.#all >= this.#most || own >= mostEach) return undefined
    this.#all += 1
    this.#running.set(orgId, own + 1)
    try {
      return await work()
    } finally {
      this.#all -= 1
      const left = (this.#running.get(orgId) ?? 1) - 1
      if (left > 0) this.#running.set(orgId, left)
      else this.#running.delete(orgId)
    }
  }
}
