/** The longest that a stop waits for a collector, in milliseconds. */
export const longestStop = 3_000
