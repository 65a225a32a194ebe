import { validateHeaderName, validateHeaderValue } from 'node:http'

/**
 * Headers that belong to the original exchange: `set-cookie` is for one client, `date` is a moment, the two idempotency
 * headers are set only by the host, and the rest belong to the connection (RFC 9110, section 7.6.1) or are computed
 * from the body.
 */
const dropped: ReadonlySet<string> = new Set([
  'set-cookie',
  'date',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'idempotency-replayed',
  'idempotency-original-status',
])

/**
 * The headers of an answer that a replay repeats, by lower-case name.
 * @throws TypeError for one that HTTP can't carry: an answer that can't be sent is not kept either
 */
export function keptHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const kept: Record<string, string> = {}
  const named = namedByConnection(headers)
  for (const [name, value] of headers) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    if (!dropped.has(name) && !named.includes(name)) kept[name] = value
  }
  return kept
}

/** `Connection` may name more headers that are its own. */
function namedByConnection(headers: Iterable<readonly [string, string]>): readonly string[] {
  for (const [name, value] of headers) {
    if (name === 'connection') return value.split(',').map((word) => word.trim().toLowerCase())
  }
  return []
}
