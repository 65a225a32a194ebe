/** For tests that are about something else: a test asks more often than a person, and shares its machine with others. */
export const unhurried = Object.freeze({
  HOST_RATE_API: '0',
  HOST_RATE_SIGN_IN: '0',
  HOST_OVERLOAD_LIMIT: '0',
  HOST_ACCESS_LOG: 'off',
  // A connection that a test has used stays open for a tenth of this when its host stops.
  HOST_STOP_TIMEOUT: '1',
})
