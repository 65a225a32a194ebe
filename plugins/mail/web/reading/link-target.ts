const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The target of a link of an email; undefined for one that must not be followed. */
export function linkTarget(href: string): URL | undefined {
  const url = URL.parse(href)
  return url !== null && schemes.has(url.protocol) ? url : undefined
}

// bounded: the text is cut before.
const domain = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,63}/u
const longestText = 300

/** The host of a web address whose text shows another one, or one that can be mistaken; to be shown beside the text. */
export function hiddenHost(text: string, { protocol, hostname }: URL): string | undefined {
  if (!protocol.startsWith('http')) return undefined
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) return hostname
  const stated = domain.exec(text.slice(0, longestText))?.[0]
  if (stated === undefined) return undefined
  const shown = URL.parse(`http://${stated}`)?.hostname
  if (shown === undefined || shown === hostname || hostname.endsWith(`.${shown}`)) return undefined
  return hostname
}
