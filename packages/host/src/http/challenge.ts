/**
 * Challenges of a 401 (RFC 9110, section 11.6.1). Browsers show their own dialog for name and password on `Basic` or
 * `Digest`, so none of these names one. `Session` is not registered: it stands for the cookie of a sign-in.
 */

/** Where no API token is taken. */
export const sessionChallenge = 'Session realm="host"'

/** Where only an API token is accepted. A request without one gets no error code (RFC 6750, section 3). */
export const bearerChallenge = 'Bearer realm="host"'

/** Where a token was refused. */
export const refusedTokenChallenge =
  'Bearer realm="host", error="invalid_token", error_description="The API token is invalid, expired, or not allowed from this address."'

/** Facts of a route that decide its challenge. */
export interface ChallengeFacts {
  readonly takesTokens: boolean
  /** A sentence for programs that come without a token. */
  readonly tokenHint: string | undefined
}

/** The challenge of a route to who brings neither a session nor a token. */
export function routeChallenge({ takesTokens, tokenHint }: ChallengeFacts): string {
  if (tokenHint !== undefined) return `${bearerChallenge}, hint="${tokenHint}"`
  return takesTokens ? `${sessionChallenge}, ${bearerChallenge}` : sessionChallenge
}
