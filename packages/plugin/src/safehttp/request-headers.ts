import { acceptedCodings } from './decode-body.ts'
import { outboundLimits } from './outbound-limits.ts'

/** Headers under lower-case names. */
export type RequestHeaders = Readonly<Record<string, string>>

/**
 * The headers of a request: those given by the caller without those that frame the message or address the next hop, and
 * the accepted codings.
 * @throws TypeError for invalid names and values
 */
export function requestHeaders(given: RequestHeaders): RequestHeaders {
  const entries = Object.entries(lowerCase(given))
  for (const [name, value] of entries) check(name, value)
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (size > outboundLimits.requestHeaders) {
    throw new TypeError(`The headers have ${size} bytes together; send at most ${outboundLimits.requestHeaders}.`)
  }
  return { ...Object.fromEntries(entries.filter(([name]) => !ownToUs.has(name))), 'accept-encoding': acceptedCodings }
}

/** Headers under lower-case names. */
export function lowerCase(given: RequestHeaders = {}): RequestHeaders {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The headers kept for another origin: none that could be a secret of the first, under any name. */
export function foreignHeaders(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)))
}

/** The headers kept when the body is not sent again. */
export function bodilessHeaders(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}

const ownToUs = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const harmless = new Set(['accept', 'accept-encoding', 'accept-language', 'cache-control', 'user-agent'])
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const visible = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

function check(name: string, value: unknown): void {
  if (!token.test(name)) {
    throw new TypeError(`${JSON.stringify(name)} is not a header name; write one such as "accept".`)
  }
  if (typeof value !== 'string' || !visible.test(value)) {
    throw new TypeError(`The header "${name}" has a value that cannot be sent; write it without control characters.`)
  }
}
