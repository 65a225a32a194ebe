import { normalizeHostName } from '@host/plugin'
import { hostNameChain } from '@host/plugin/platform'
import { isNetwork } from '../rules/networks.ts'

/** The longest name that is kept. */
const longestName = 253

/**
 * The host of a target in its one form, or its address; empty where it has neither. Browsers ask for names that no host
 * may have, such as `a_b.example`, so these count as they are, and too long ones by their end.
 */
export function targetHostOf(url: string): string {
  const { hostname = '' } = URL.parse(url) ?? {}
  return hostIn(hostname) ?? hostname.replace(/\.{1,255}$/, '').slice(-longestName)
}

/** A host name in its one form, or an address; undefined for other text. */
export function hostIn(text: string): string | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return addressIn(bare) ?? normalizeHostName(bare)
}

/** A host with all names above it. */
export function hostAndAbove(host: string): readonly string[] {
  return [...new Set([host, ...(addressIn(host) === undefined ? hostNameChain(host) : [])])]
}

/** An IPv4 or IPv6 address in its one form, IPv4 inside of IPv6 as IPv4; undefined for other text. */
function addressIn(text: string): string | undefined {
  if (text.includes('/') || !isNetwork(text)) return undefined
  const { hostname = '' } = URL.parse(text.includes(':') ? `http://[${text}]/` : `http://${text}/`) ?? {}
  const mapped = /^\[::ffff:(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})\]$/.exec(hostname)?.groups
  if (mapped === undefined) return hostname.replaceAll(/[[\]]/g, '')
  const [high, low] = [mapped['high'], mapped['low']].map((part) => Number.parseInt(part ?? '', 16))
  return [high, low].flatMap((part = 0) => [part >> 8, part & 255]).join('.')
}
