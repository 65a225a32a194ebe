/** Bounds of everything that an authority sends or makes us wait for. Sizes in bytes, times in milliseconds. */
export const acmeLimits = Object.freeze({
  /** A JSON answer. */
  answer: 64 * 1024,
  /** A chain of certificates. */
  chain: 128 * 1024,
  url: 2_000,
  detail: 500,
  /** Names of an order, and problems of an answer. */
  names: 100,
  /** One request, its answer included. */
  request: 30_000,
  /** Attempts of one request whose nonces are refused. */
  nonceAttempts: 12,
  /** Unused nonces that are kept. */
  nonces: 16,
  /** Between two looks at an order, whatever `Retry-After` says. */
  shortestPoll: 250,
  longestPoll: 30_000,
})
