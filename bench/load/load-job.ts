/** Stands in a request for a number of the same length that no other request has. */
export const uniqueNumber = '################'

/** Requests of a load generator, and their duration. */
export interface LoadJob {
  readonly port: number
  /** Whole requests as bytes of the wire; connections take them in turns. */
  readonly requests: readonly string[]
  readonly connections: number
  /** After so many milliseconds no further request is sent; those on their way are waited for. */
  readonly milliseconds: number
  /** How many requests are sent in a second, all connections together; as many as are answered when left out. */
  readonly perSecond?: number
  /** An answer with another status or length ends the job with an error: a quick wrong answer is not a speed. */
  readonly expected: { readonly status: number; readonly bodyBytes: number }
  readonly between?: RequestsBetween
  /** Whether the generator sleeps between answers and leaves its core to the server, which has work for two. */
  readonly sleeps?: boolean
}

/** Requests that go between the others, and are in no figure. */
export interface RequestsBetween {
  readonly requests: readonly string[]
  /** Of so many requests of a connection, one is of these. */
  readonly every: number
  readonly status: number
}

/** Result of a load. */
export interface LoadResult {
  readonly answers: number
  readonly seconds: number
  /** Milliseconds from the last byte sent to the last byte received, of half and of 99 in 100 requests. */
  readonly p50: number
  readonly p99: number
}
