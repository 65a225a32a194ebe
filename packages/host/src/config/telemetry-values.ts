/** The forms of OpenTelemetry's variables. Each throws a TypeError that gives the expected form. */
import type { OtlpProtocol } from '../observability/otlp/otlp-target.ts'

/** The address of a collector. The message quotes nothing of it: it may have a password or a key. */
export function parseCollector(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hash !== '') {
    throw new TypeError('it is not a valid address; use one such as "http://collector:4318"')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('the address has a password; send it in OTEL_EXPORTER_OTLP_HEADERS')
  }
  if (url.search !== '') throw new TypeError('the address has a query; send keys in OTEL_EXPORTER_OTLP_HEADERS')
  return url
}

/** The text of such an address as it is shown: one that is refused may have a password or a key. */
export function maskCollector(text: string): string {
  return text.replace(/^.*@/s, '********@').replace(/[?#].*$/s, '?********')
}

/** How telemetry is encoded. gRPC needs HTTP/2, and every collector takes HTTP as well. */
export function parseProtocol(text: string): OtlpProtocol {
  if (text === 'http/protobuf' || text === 'http/json') return text
  const hint = text === 'grpc' ? ', and the port of HTTP, which is 4318 as a rule' : ''
  throw new TypeError(`${JSON.stringify(text)} is not supported; use "http/protobuf" or "http/json"${hint}`)
}

const name = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/i
const mostPairs = 64

/** `name=value` pairs, whose values are percent-encoded (W3C Baggage). The message quotes no value: it may be a secret. */
export function parsePairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pairOf(pair)]))
  if (pairs.length > mostPairs) throw new TypeError(`there are more than ${mostPairs} pairs`)
  return Object.freeze(Object.fromEntries(pairs))
}

function pairOf(pair: string): readonly [name: string, value: string] {
  const at = pair.indexOf('=')
  const [key, value] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
  if (!name.test(key)) throw new TypeError('a pair has no valid name; write name=value, separated by commas')
  try {
    const decoded = decodeURIComponent(value)
    if (/^[\t\u0020-\u007e\u0080-\u00ff]{0,4096}$/.test(decoded)) return [key, decoded]
  } catch {
    // Refused below.
  }
  throw new TypeError(`the value of ${JSON.stringify(key)} can't be sent; write it percent-encoded`)
}

/** How traces are chosen; the ratio is a variable of its own. */
export interface SamplerName {
  readonly followsParent: boolean
  readonly by: 'always_on' | 'always_off' | 'traceidratio'
}

export function parseSampler(text: string): SamplerName {
  const followsParent = text.startsWith('parentbased_')
  const by = followsParent ? text.slice('parentbased_'.length) : text
  if (by === 'always_on' || by === 'always_off' || by === 'traceidratio') return { followsParent, by }
  throw new TypeError(
    `${JSON.stringify(text)} is not supported; use always_on, always_off, traceidratio, or one of them after parentbased_`,
  )
}

export function parseRatio(text: string): number {
  const ratio = /^(?:\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/.test(text) ? Number(text) : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ratio
  throw new TypeError(`${JSON.stringify(text)} is not a share; use a number from 0 to 1, such as 0.1`)
}

export function parseService(text: string): string {
  if (text.length <= 255) return text
  throw new TypeError('the name is longer than 255 characters')
}

/** `true` in any case; everything else is false (OpenTelemetry, "Boolean value"). */
export function parseSwitch(text: string): boolean {
  return text.toLowerCase() === 'true'
}
