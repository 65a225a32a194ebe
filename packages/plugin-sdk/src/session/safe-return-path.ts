/**
 * Path to open after sign-in. The query parameter can be set by any link, so only a path of this origin is followed;
 * otherwise a link could send the user to an attacker's page.
 */
export function safeReturnPath(wanted: string | null, fallback: string): string {
  const url = wanted?.startsWith('/') === true ? URL.parse(wanted, 'http://here.invalid') : null
  if (url === null || url.host !== 'here.invalid' || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
