const mark = '…'
/** The shortest hidden part of which the last characters are shown, and how many. */
const longHidden = 24
const hint = 4

/**
 * An address as people may be shown it: its scheme and host, and the last characters where the rest is long. Path and query
 * often are a credential. A masked address stays as it is.
 * @example maskAddress('https://hooks.example.com/services/T0/B0/abcdefghijkl') // 'https://hooks.example.com/…ijkl'
 * @since 1.0.0
 */
export function maskAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.origin === 'null') return mark
  if (isMaskOf(parsed.origin, url)) return url
  const hidden = parsed.pathname + parsed.search + parsed.hash
  if (hidden === '/') return parsed.origin
  return `${parsed.origin}/${mark}${hidden.length < longHidden ? '' : hidden.slice(-hint)}`
}

function isMaskOf(origin: string, url: string): boolean {
  const start = `${origin}/${mark}`
  return url.startsWith(start) && url.length <= start.length + hint
}
