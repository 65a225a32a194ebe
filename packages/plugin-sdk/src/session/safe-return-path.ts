/**
 * Where to go after sign-in. The address comes from the query, so anybody can write it into a link: only a path of
 * this origin is followed, or an attacker's page would stand where the reader expects the workspace.
 */
export function safeReturnPath(wanted: string | null, fallback: string): string {
  if (wanted === null || !wanted.startsWith('/')) return fallback
  const url = new URL(wanted, 'http://here.invalid')
  return url.host === 'here.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback
}
