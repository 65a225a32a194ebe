/** By how many milliseconds the clocks of two processes may differ; what is further ahead was written by one that was wrong. */
export const clockTolerance = 5 * 60_000
