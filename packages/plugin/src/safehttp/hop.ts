import { isRedirect, type RawAnswer } from './raw-answer.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { readDestination } from './read-destination.ts'
import { bodilessHeaders, foreignHeaders, type RequestHeaders } from './request-headers.ts'
import type { SafeMethod } from './safe-http-client.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: URL
  readonly method: SafeMethod
  readonly headers: RequestHeaders
  readonly body: string | Uint8Array | undefined
}

/**
 * The next request for a redirect, or `undefined` for a final answer. Another origin gets no header that could be a
 * secret, and as each hop is derived from the one before, a removed header never comes back on a return to the first
 * origin. A body stays with its intended origin, and https never becomes http.
 * @throws SafeHttpError `invalid_url`, `destination_not_allowed`, `redirect_not_allowed`
 */
export function nextHop(hop: Hop, answer: RawAnswer, policy: OutboundPolicy): Hop | undefined {
  if (!isRedirect(answer)) return undefined
  const [location = ''] = [answer.headers['location'] ?? ''].flat()
  const url = readDestination(location, policy, hop.url)
  const isForeign = url.origin !== hop.url.origin
  const { method, headers, body } = turnsToGet(hop, answer.status) ? asGet(hop) : hop
  const isUncovered = hop.url.protocol === 'https:' && url.protocol === 'http:'
  if (isUncovered || (isForeign && body !== undefined)) throw new SafeHttpError('redirect_not_allowed')
  return { url, method, headers: isForeign ? foreignHeaders(headers) : headers, body }
}

function turnsToGet({ method }: Hop, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function asGet(hop: Hop): Hop {
  return { ...hop, method: 'GET', headers: bodilessHeaders(hop.headers), body: undefined }
}
