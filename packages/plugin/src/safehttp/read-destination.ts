import { isIP, isIPv4 } from 'node:net'
import { badPorts } from './bad-ports.ts'
import { outboundLimits } from './outbound-limits.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { SafeHttpError } from './safe-http-error.ts'

/**
 * Reads the destination of a request: the caller's URL, or the `Location` of a redirect relative to `base`. The text is
 * checked before it is parsed, because two parsers repair it in different ways, and a literal address at once, because
 * it is never looked up.
 * @throws SafeHttpError `invalid_url`, `destination_not_allowed`
 */
export function readDestination(text: string, policy: OutboundPolicy, base?: URL): URL {
  if (text.length > outboundLimits.url || unfit.test(text)) throw new SafeHttpError('invalid_url')
  const absolute = base === undefined || hasScheme.test(text) ? text : URL.parse(text, base)?.href
  const url = absolute !== undefined && plain.test(absolute) ? URL.parse(absolute) : null
  if (url === null || !isFetchable(url)) throw new SafeHttpError('invalid_url')
  const host = hostOf(url)
  if (isIP(host) !== 0 && policy.admit(host, portOf(url)) === undefined) {
    throw new SafeHttpError('destination_not_allowed')
  }
  return url
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** The port that a URL means. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? defaultPort(protocol) : Number(port)
}

/** The port of a scheme that names none. */
export function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80
}

// Control characters and white space, which parsers drop, and the backslash, which some take for a slash.
const unfit = /[\u0000-\u0020\u007f\\]/
const hasScheme = /^[a-z][a-z0-9+.-]*:/i
// A host at the start, without user name and password before it. bounded: one look ahead, at the start of the host.
const plain = /^https?:\/\/(?![^/?#]*@)[^/?#]/i
const numeric = /^[\d.]+$/

function isFetchable(url: URL): boolean {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  const isNumericName = numeric.test(url.hostname) && !isIPv4(url.hostname)
  return isHttp && url.username === '' && url.password === '' && !badPorts.has(portOf(url)) && !isNumericName
}
