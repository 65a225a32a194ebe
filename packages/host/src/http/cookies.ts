/**
 * The name of the session cookie. Browsers take a `__Host-` cookie only from this very host over TLS, so a neighboring
 * subdomain can't plant a session; the plain name is never read over TLS, so neither can an attacker on the network.
 */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'host_session'
}

/**
 * The value of a cookie. Two of one name are none: only a subdomain or a network in between could have added the
 * second, and to guess which one is ours would let it choose the session.
 */
export function readCookie(header: string, name: string): string | undefined {
  let value: string | undefined
  let start = 0
  while (start < header.length) {
    const semicolon = header.indexOf(';', start)
    const end = semicolon === -1 ? header.length : semicolon
    while (header.charCodeAt(start) === 32) start++
    if (header.startsWith(name, start) && header.charCodeAt(start + name.length) === 61) {
      if (value !== undefined) return undefined
      value = header.slice(start + name.length + 1, end)
    }
    start = end + 1
  }
  return value
}
