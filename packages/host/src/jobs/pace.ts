/** How long the network jobs of owners take, so that an owner with slow destinations gets fewer slots. */

/** From this mean on, in milliseconds, an owner counts as slow. */
const slowFrom = 2_000
/** How much the last job counts in the mean. */
const weight = 0.3
const mostRemembered = 10_000

export class Pace {
  readonly #means = new Map<string, number>()

  /** Notes how long a job of an owner took, in milliseconds. */
  note(owner: string, took: number): void {
    const mean = this.#means.get(owner) ?? took
    // Removed first, so that the owners that ran last are the last to be forgotten.
    this.#means.delete(owner)
    this.#means.set(owner, mean + (took - mean) * weight)
    if (this.#means.size > mostRemembered) this.#means.delete(this.#means.keys().next().value ?? '')
  }

  /** Whether the next job of an owner is expected to take long. */
  isSlow(owner: string): boolean {
    return (this.#means.get(owner) ?? 0) >= slowFrom
  }
}
