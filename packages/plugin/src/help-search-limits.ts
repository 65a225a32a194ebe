/**
 * How long a search of the help may be, in characters, and how many pages it finds at most, wherever it is asked.
 * @since 1.0.0
 */
export const helpSearchLimits = Object.freeze({ query: 200, found: 50 })
