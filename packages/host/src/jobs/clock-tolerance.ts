/**
 * Largest difference between the clocks of two processes in milliseconds; a time further ahead was written by a wrong
 * clock.
 */
export const clockTolerance = 5 * 60_000
