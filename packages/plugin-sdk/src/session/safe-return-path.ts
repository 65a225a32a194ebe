/**
 * Where to go after sign-in. The address comes from the query, so anybody can write it into a link: only a path of
 * this origin is followed, or an attacker's page would stand where the reader expects the workspace.
 */
export function safeReturnPath(wanted: string | null, fallback: string): string {
  const url = wanted?.startsWith('/') === true ? URL.parse(wanted, 'http://here.invalid') : null
  if (url === null || url.host !== 'here.invalid' || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
