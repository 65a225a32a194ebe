/** Limits of endpoints. */
export const webhookLimits = Object.freeze({
  /** Endpoints of a workspace. */
  endpoints: 50,
  /** Characters of an address. */
  url: 2000,
  /** Requests to one endpoint at once, in each process of the host. */
  concurrency: 10,
  /** Requests to one endpoint in a minute. */
  ratePerMinute: 6000,
  /** For how many days deliveries are kept. */
  retentionDays: 30,
  /** For how many hours the former secret signs too, after a rotation. */
  overlapHours: 24,
  /** Replayed deliveries in an hour to an endpoint that has not answered with 2xx yet. */
  unprovenReplays: 20,
  /** Bytes that are kept of an answer. */
  storedAnswer: 8 * 1024,
})
