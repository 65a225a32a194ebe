/**
 * What a 401 asks for (RFC 9110, section 11.6.1). Browsers ask for a name and a password of their own where they read
 * `Basic` or `Digest`, so none of these names one. `Session` is not registered: it stands for the cookie of a sign-in.
 */

/** Where no API token is taken. */
export const sessionChallenge = 'Session realm="host"'

/** Where an API token is the one way in. A request that brought none is told of no error (RFC 6750, section 3). */
export const bearerChallenge = 'Bearer realm="host"'

/** Where a token was refused. */
export const refusedTokenChallenge =
  'Bearer realm="host", error="invalid_token", error_description="The API token is invalid, expired, or not allowed from this address."'

/** What a route asks for. */
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
