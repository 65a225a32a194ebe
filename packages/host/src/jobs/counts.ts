/** Counts by key. A key that is back at zero takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>()

  copy(): Counts {
    const copy = new Counts()
    for (const [key, count] of this.#counts) copy.#counts.set(key, count)
    return copy
  }

  get(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, by: number): void {
    const count = this.get(key) + by
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }

  /** The sum over the keys that fit. */
  sum(fits: (key: string) => boolean): number {
    let sum = 0
    for (const [key, count] of this.#counts) if (fits(key)) sum += count
    return sum
  }
}
