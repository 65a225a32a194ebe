import { sessionCookieName } from '../../http/cookies.ts'
import { readCookie } from '../../http/cookies.ts'
import { sessionLife } from './session-life.ts'

/** The session token that a request came with, whether or not it is still good for anything. */
export function sessionTokenOf(request: Request, isSecure: boolean): string | undefined {
  const cookies = request.headers.get('cookie')
  return cookies === null ? undefined : readCookie(cookies, sessionCookieName(isSecure))
}

/** The `set-cookie` value that hands a session's token to the browser. */
export function sessionCookie(sessionToken: string, isSecure: boolean): string {
  return cookie(sessionToken, isSecure, Math.floor(sessionLife.absolute / 1000))
}

/** The `set-cookie` value that takes it away. */
export function clearedSessionCookie(isSecure: boolean): string {
  return cookie('', isSecure, 0)
}

function cookie(value: string, isSecure: boolean, maxAge: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`
  return `${sessionCookieName(isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}
