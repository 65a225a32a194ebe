/**
 * The addresses of the pictures of an email, as browsers read them. Only these are fetched, so that the endpoint fetches
 * nothing that the sender did not ask for.
 */
export function hasImage(html: string, url: string): boolean {
  const wanted = URL.parse(url)
  if (wanted === null || !/^https?:$/.test(wanted.protocol)) return false
  // bounded: the stored HTML has at most 4 MiB, and each value ends at its quote.
  for (const { groups = {} } of html.matchAll(
    /\ssrc\s{0,20}=\s{0,20}(?:"(?<double>[^"]{1,6000})"|'(?<single>[^']{1,6000})'|(?<bare>[^\s"'>]{1,6000}))/gi,
  )) {
    const value = groups['double'] ?? groups['single'] ?? groups['bare'] ?? ''
    if (URL.parse(decoded(value).trim())?.href === wanted.href) return true
  }
  return false
}

const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** A value without the references that addresses have. */
function decoded(value: string): string {
  return value.replaceAll(
    /&(?:#x(?<hex>[\da-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>amp|quot|apos|lt|gt));/gi,
    (all, ...rest) => {
      const { hex, decimal, name } = rest.at(-1) as Record<string, string | undefined>
      if (name !== undefined) return named[name.toLowerCase()] ?? all
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
    },
  )
}
