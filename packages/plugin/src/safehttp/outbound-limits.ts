/** Largest cost of a request, whatever the other side does. Times in milliseconds, sizes in bytes. */
export const outboundLimits = Object.freeze({
  url: 8 * 1024,
  redirects: 5,
  /** One question to one name server, asked this often. */
  lookupQuestion: 2_000,
  lookupAttempts: 2,
  /** Looking up a name, connecting, and TLS, each. */
  step: 5_000,
  /** From the end of the request to the answer's head, and between two pieces of its body. */
  silence: 30_000,
  /** The whole of it, redirects and body included: the upper bound for the time-out of `newClient`. */
  total: 10 * 60_000,
  requestHeaders: 16 * 1024,
  responseHeaders: 16 * 1024,
  /** A body after decoding, unless the client says otherwise. */
  body: 10 * 1024 * 1024,
  /** How long an idle connection is kept, also when the other side asks for more. */
  idle: 4_000,
})
