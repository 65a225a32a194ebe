/** Limits of the socket, beyond which a client is refused. Sizes in bytes, times in milliseconds. */
export interface HttpLimits {
  /** The request line and all headers together. */
  readonly requestHeaders: number
  /** How many headers a request has at most. */
  readonly headerCount: number
  /** From the first byte of a request to the end of its headers; from connecting to it on a new connection. */
  readonly headersTimeout: number
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeout: number
  /** How long a connection may be idle: kept for its next request, or with an answer that its client does not read. */
  readonly idleTimeout: number
  /** How many requests one connection may carry. */
  readonly requestsPerSocket: number
  /** How many connections there may be. One address may hold a quarter of them, unless it is a trusted proxy's. */
  readonly connections: number
  /** How often connections are checked for the timeouts above. */
  readonly checkInterval: number
}

/** The limits of a host that states none. */
export const defaultHttpLimits: HttpLimits = Object.freeze({
  requestHeaders: 16 * 1024,
  headerCount: 100,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  idleTimeout: 65_000,
  requestsPerSocket: 10_000,
  connections: 10_000,
  checkInterval: 5_000,
})
