import { readCookie } from '../../middleware/session.ts'
import { clientOf } from '../client.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../secret-token.ts'
import { challengeLife } from './challenges.ts'

/** A new challenge of a browser: what it is stored under, and the `set-cookie` value that hands it over. */
export interface BrowserChallenge {
  readonly holder: string
  readonly cookie: string
}

/** The holder of the challenge that a browser brings; undefined when it brings none. */
export function browserHolder(request: Request): string | undefined {
  const token = readCookie(request.headers.get('cookie') ?? '', cookieName(clientOf(request).isSecure))
  return token === undefined || !isSecretToken(token) ? undefined : hashSecretToken(token)
}

/** Makes a challenge for a browser. */
export function newBrowserChallenge(request: Request): BrowserChallenge {
  const { isSecure } = clientOf(request)
  const token = newSecretToken()
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${challengeLife / 1000}${isSecure ? '; Secure' : ''}`
  return { holder: hashSecretToken(token), cookie: `${cookieName(isSecure)}=${token}; ${attributes}` }
}

/** As that of the session: over TLS no neighbouring subdomain can plant one. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-challenge' : 'host_challenge'
}
