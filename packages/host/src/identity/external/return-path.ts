const longest = 2000
/** Visible ASCII without a backslash, which browsers read as a slash. */
// bounded: one look ahead, at the second character.
const plain = /^\/(?!\/)[\u0021-\u005b\u005d-\u007e]*$/

/**
 * A local path for the redirect after a sign-in; undefined for everything else. Another site must not be able to use
 * our sign-in for a redirect to itself, and a path that changes or begins something is not a page.
 */
export function readReturnPath(text: string | null): string | undefined {
  if (text === null || text.length > longest || !plain.test(text)) return undefined
  const base = 'https://host.invalid'
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined
  return /^\/(?:api|auth)(?:\/|$)/i.test(url.pathname) ? undefined : url.pathname + url.search + url.hash
}
