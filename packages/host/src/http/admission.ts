/**
 * What Node's HTTP server lets through and must not reach a handler.
 *
 * - A `Transfer-Encoding` other than `chunked`: a proxy in front may frame the body in another way than we do and let a
 *   second request hide in it.
 * - Not exactly one well-formed `Host`, or an absolute target for another host: tenant and origin checks would judge one
 *   name while links and caches use the other. Past here `new URL(request.url)` never throws.
 * - A declared body over the limit: refused before it is sent.
 */
import type { IncomingMessage } from 'node:http'
import type { HttpLimits } from './http-limits.ts'
import type { Refusal } from './refusal.ts'
import { refusal } from './refusal.ts'

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_][a-z0-9_-]*)*)(?::\d{1,5})?$/i
const absoluteTarget = /^https?:\/\/(?<authority>[^/?#]*)(?<rest>.*)$/i

const badFraming = refusal('bad_request', 'The Transfer-Encoding of the request is not "chunked".')
const badHostCount = refusal('bad_request', 'The request must carry exactly one Host header.')
const badHost = refusal('bad_request', 'The Host header is no host name.')
const otherHost = refusal('bad_request', 'The request names two different hosts.')
const bodyTooLarge = refusal('body_too_large', 'The body of the request is larger than this server takes.')

/** Why a request is refused before anything reads it; brings an absolute target into the usual form on the way. */
export function admit(request: IncomingMessage, limits: HttpLimits): Refusal | undefined {
  const { headers } = request
  const encoding = headers['transfer-encoding']
  const isFramed = encoding === undefined || (encoding.toLowerCase() === 'chunked' && request.httpVersion !== '1.0')
  if (!isFramed) return badFraming
  const length = headers['content-length']
  if (length !== undefined && Number(length) > limits.requestBody) return bodyTooLarge
  return judgeHost(request) ?? judgeTarget(request)
}

function judgeHost(request: IncomingMessage): Refusal | undefined {
  const count = countHosts(request.rawHeaders)
  if (count === 0 && request.httpVersion === '1.0') return undefined
  if (count !== 1) return badHostCount
  const host = request.headers.host ?? ''
  // The pattern takes what no URL may have: port 99999, the address 1.2.3.400, brackets around nothing.
  return hostPattern.test(host) && URL.canParse(`http://${host}`) ? undefined : badHost
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function judgeTarget(request: IncomingMessage): Refusal | undefined {
  if (request.url?.charCodeAt(0) === 47) return undefined
  const parts = absoluteTarget.exec(request.url ?? '')?.groups
  if (parts === undefined) return undefined
  if (parts['authority']?.toLowerCase() !== request.headers.host?.toLowerCase()) return otherHost
  const rest = parts['rest'] ?? ''
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return undefined
}
