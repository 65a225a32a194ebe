/** Different values of a facet that an hour keeps; the rest are one. */
const mostValues = 100
/** Facets of hours that are remembered. */
const mostKept = 20_000

/** The values that this process has stored of the facets of hours, so that a flood of new ones stays small. */
export class FacetValues {
  readonly #values = new Map<string, Set<string>>()

  /** Whether a value is stored as it is. @param place names a facet of an hour of a link */
  has(place: string, value: string): boolean {
    const values = this.#values.get(place) ?? this.#remember(place)
    if (values.has(value)) return true
    if (values.size >= mostValues) return false
    values.add(value)
    return true
  }

  #remember(place: string): Set<string> {
    // The oldest go first: their hours are mostly over.
    if (this.#values.size >= mostKept) this.#values.delete(this.#values.keys().next().value ?? '')
    const values = new Set<string>()
    this.#values.set(place, values)
    return values
  }
}
