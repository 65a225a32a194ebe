/** Different values of a facet that an hour keeps; the rest are one. */
const mostValues = 100
/** Values that are remembered, of all hours: some 20 MB. */
const mostKept = 100_000

/** The values that this process has stored of the facets of hours, so that a flood of new ones stays small. */
export class FacetValues {
  readonly #values = new Map<string, Set<string>>()
  #kept = 0

  /** Whether a value is stored as it is. @param place names a facet of an hour of a link */
  has(place: string, value: string): boolean {
    const values = this.#values.get(place) ?? this.#remember(place)
    if (values.has(value)) return true
    if (values.size >= mostValues) return false
    values.add(value)
    this.#kept += 1
    return true
  }

  #remember(place: string): Set<string> {
    // The oldest go first: their hours are mostly over.
    for (const [oldest, values] of this.#values) {
      if (this.#kept < mostKept) break
      this.#values.delete(oldest)
      this.#kept -= values.size
    }
    const values = new Set<string>()
    this.#values.set(place, values)
    return values
  }
}
