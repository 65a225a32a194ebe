/** What the socket takes from a client before it is refused. Sizes in bytes, times in milliseconds. */
export interface HttpLimits {
  /** The largest request body; routes may lower it. */
  readonly requestBody: number
  /** The request line and all headers together. */
  readonly requestHeaders: number
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeout: number
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeout: number
  /** How long an idle connection is kept for its next request. */
  readonly keepAlive: number
  /** How many requests one connection may carry. */
  readonly requestsPerSocket: number
  /** How often connections are checked for the timeouts above. */
  readonly checkInterval: number
}

/** The limits of a host that states none. */
export const defaultHttpLimits: HttpLimits = Object.freeze({
  requestBody: 1024 * 1024,
  requestHeaders: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAlive: 65_000,
  requestsPerSocket: 10_000,
  checkInterval: 5_000,
})
