import { hash } from 'node:crypto'
import { readCookie } from '../../http/cookies.ts'
import type { Client } from '../../request/client.ts'
import { isSecretToken } from '../secret-token.ts'
import type { FlowSecrets } from './remote.ts'

/** Time limit for the sign-in at a provider, in milliseconds. */
export const flowTime = 10 * 60_000

function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso' : 'host_sso'
}

/** The browser's secret that a request came with. */
export function browserSecretOf(request: Request, { isSecure }: Client): string | undefined {
  const cookies = request.headers.get('cookie')
  const secret = cookies === null ? undefined : readCookie(cookies, cookieName(isSecure))
  return secret !== undefined && isSecretToken(secret) ? secret : undefined
}

/** The `set-cookie` value that hands a secret to the browser. Lax, since it comes back with a link from the provider. */
export function browserCookie(secret: string, { isSecure }: Client): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${flowTime / 1000}`
  return `${cookieName(isSecure)}=${secret}; ${attributes}${isSecure ? '; Secure' : ''}`
}

/**
 * Secrets of one state in one browser. A reader of the database learns neither, because both the browser's secret and
 * the state are needed, and it stores only hashes of them.
 */
export function flowSecrets(browserSecret: string, state: string): FlowSecrets {
  const derive = (use: string): string => hash('sha256', `host/sso/v1|${use}|${browserSecret}|${state}`, 'base64url')
  return { state, nonce: derive('nonce'), verifier: derive('pkce') }
}
