import { isIP, isIPv4 } from 'node:net'

/** The one spelling of an address, or undefined when the text is none; mapped IPv4 becomes IPv4, a zone is not an address. */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  if (isIP(text) !== 6 || text.includes('%')) return undefined
  const address = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})$/.exec(address)?.groups
  if (mapped === undefined) return address
  return [mapped['high'], mapped['low']]
    .flatMap((part) => {
      const value = Number.parseInt(part ?? '', 16)
      return [value >> 8, value & 255]
    })
    .join('.')
}
