import type { ClientError } from '../client-error.ts'

/** In milliseconds: the first wait and the longest that the client chooses by itself. */
const firstWait = 500
const longestWait = 10_000

/**
 * How long to wait before the next attempt, in milliseconds: twice as long each time, from half of it to all of it by chance.
 * Never shorter than the server asks for.
 */
export function waitBefore({ retryAfterSeconds = 0 }: ClientError, failures: number, chance: number): number {
  const own = Math.min(firstWait * 2 ** failures, longestWait) * (0.5 + chance / 2)
  return retryAfterSeconds === 0 ? own : retryAfterSeconds * 1_000 + firstWait * chance
}
