/**
 * The limits that the host promises to plugins and clients (spec §8). Sizes in bytes, times in milliseconds.
 * @since 1.0.0
 */
export const limits = Object.freeze({
  /** How long a stored answer is replayed for the same `Idempotency-Key`. */
  idempotencyWindow: 24 * 60 * 60 * 1000,
  /** The largest answer that is stored for replay. */
  idempotencyResponse: 1024 * 1024,
  /** The longest `Idempotency-Key`, in visible ASCII characters. */
  idempotencyKey: 255,
  /** The largest request body, unless a route states another. */
  requestBody: 1024 * 1024,
  /** Commas, colons and opening brackets outside of strings in a JSON body, unless a route states another limit. */
  jsonStructure: 10_000,
  /** The largest request body that a route may state. */
  largestRequestBody: 100 * 1024 * 1024,
  /** The longest text that `ctx.encrypt` takes, in bytes of UTF-8. */
  sealedValue: 1024 * 1024,
  /** The longest help page, in characters without its front matter: parsing takes longer than its length grows. */
  helpPage: 30_000,
  /** Entries of one page of a list: the most, and how many without `limit`. */
  pageSize: 200,
  defaultPageSize: 50,
  /** The data of an event, as JSON. */
  eventData: 64 * 1024,
  /** How long events are kept. */
  eventRetention: 30 * 24 * 60 * 60 * 1000,
  /** The longest interactive database transaction. */
  transaction: 5_000,
})
