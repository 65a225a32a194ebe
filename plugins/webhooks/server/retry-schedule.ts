const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long a delivery waits before each next try: ten tries in all, over a little more than three days. */
const delays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** How many tries a delivery has. */
export const mostTries = delays.length + 1

/** As long as an endpoint may ask to wait. */
const longestWish = 24 * hour
/** Delays grow by up to this share at random, so that deliveries that failed together are not retried together. */
const jitter = 0.1

/** The longest that any try waits, in milliseconds. */
export const longestWait = longestWish * (1 + jitter) + hour

/** A try that has failed. */
export interface FailedTry {
  /** How many tries of the run there were, this one included. */
  readonly tries: number
  /** Milliseconds that the endpoint asked to wait. */
  readonly retryAfter: number | undefined
  /** A number of 0 to below 1. */
  readonly random: number
}

/** How long the next try waits, in milliseconds; undefined when there is none. */
export function nextDelay({ tries, retryAfter = 0, random }: FailedTry): number | undefined {
  const delay = delays[tries - 1]
  if (delay === undefined) return undefined
  return Math.round(Math.max(delay * (1 + jitter * random), Math.min(retryAfter, longestWish)))
}

/** The delay of a `Retry-After` header in milliseconds from now: seconds or a date. Undefined for any other value. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * second
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
