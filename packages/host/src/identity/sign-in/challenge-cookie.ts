/**
 * The cookie by which a browser holds its challenge, one for each kind: the page of signing in asks for a passkey to offer
 * on its own, and its answer, however late, must not take the place of the second factor that a password began meanwhile.
 */
import { readCookie } from '../../http/cookies.ts'
import { clientOf } from '../../request/client.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../secret-token.ts'
import { challengeLife } from './challenges.ts'
import type { ChallengePurpose } from './models.ts'

/** Purposes of a challenge for a browser without a session. */
export type BrowserPurpose = Extract<ChallengePurpose, 'second_factor' | 'passkey_sign_in'>

const names = { second_factor: 'challenge', passkey_sign_in: 'passkey' } as const

/** A new challenge of a browser: its storage key, and the `set-cookie` value for the browser. */
export interface BrowserChallenge {
  readonly holder: string
  readonly cookie: string
}

/** The holder of the challenge of a kind that a browser brings; undefined when it brings none. */
export function browserHolder(request: Request, purpose: BrowserPurpose): string | undefined {
  const token = readCookie(request.headers.get('cookie') ?? '', cookieName(purpose, clientOf(request).isSecure))
  return token === undefined || !isSecretToken(token) ? undefined : hashSecretToken(token)
}

/** Makes a challenge for a browser. */
export function newBrowserChallenge(request: Request, purpose: BrowserPurpose): BrowserChallenge {
  const { isSecure } = clientOf(request)
  const token = newSecretToken()
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${challengeLife / 1000}${isSecure ? '; Secure' : ''}`
  return { holder: hashSecretToken(token), cookie: `${cookieName(purpose, isSecure)}=${token}; ${attributes}` }
}

/** As that of the session: over TLS no neighbouring subdomain can plant one. */
function cookieName(purpose: BrowserPurpose, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : 'host_'}${names[purpose]}`
}
