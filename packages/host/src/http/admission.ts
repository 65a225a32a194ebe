/**
 * Requests that Node's HTTP server accepts but that must not reach a handler.
 *
 * - Another version of HTTP, whose framing rules differ from those that the bytes were read by.
 * - A `Transfer-Encoding` other than `chunked`: a proxy in front may frame the body in another way than we do and let a
 *   second request hide in it.
 * - Not exactly one well-formed `Host`, or an absolute target for another host: tenant and origin checks would judge
 *   one name while links and caches use the other. Past here `new URL(request.url)` never throws.
 * - Too many headers: each is cheap to send and expensive to inspect.
 * - A declared body over the limit: refused before it is sent.
 */
import type { IncomingMessage } from 'node:http'
import type { BodyLimits } from './body-limits.ts'
import type { Refusal } from './refusal.ts'
import { overLimit } from './over-limit.ts'
import { refusal } from './refusal.ts'

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_][a-z0-9_-]*)*)(?::\d{1,5})?$/i
const absoluteTarget = /^https?:\/\/(?<authority>[^/?#]*)(?<rest>.*)$/is

const badVersion = refusal('bad_request', {
  en: 'The request is not HTTP/1.1.',
  zh: '该请求不是 HTTP/1.1 格式。',
})
const badFraming = refusal('bad_request', {
  en: 'The only supported Transfer-Encoding is "chunked".',
  zh: '该请求的 Transfer-Encoding 不是 “chunked”。',
})
const badHostCount = refusal('bad_request', {
  en: 'The request must have exactly one Host header.',
  zh: '请求必须且只能包含一个 Host 标头。',
})
const badHost = refusal('bad_request', {
  en: 'The Host header is not a valid host name.',
  zh: 'Host 标头不是有效的主机名。',
})
const otherHost = refusal('bad_request', {
  en: 'The request names two different hosts.',
  zh: '该请求指定了两个不同的主机。',
})
const tooManyHeaders = refusal('headers_too_large', {
  en: 'The request has too many headers.',
  zh: '该请求的标头数量超出服务器的限制。',
})

/** Why a request is refused before anything reads it; brings an absolute target into the usual form on the way. */
export function admit(request: IncomingMessage, mostHeaders: number): Refusal | undefined {
  if (request.httpVersionMajor !== 1) return badVersion
  const encoding = request.headers['transfer-encoding']
  const isFramed = encoding === undefined || (encoding.toLowerCase() === 'chunked' && request.httpVersion !== '1.0')
  if (!isFramed) return badFraming
  if (request.rawHeaders.length > mostHeaders * 2) return tooManyHeaders
  return judgeHost(request) ?? judgeTarget(request)
}

/** The reason to refuse a request's body before it is sent. @param limits of the request's route */
export function admitBody({ headers }: IncomingMessage, { bytes, field }: BodyLimits): Refusal | undefined {
  if (!(Number(headers['content-length'] ?? 0) > bytes)) return undefined
  const message = overLimit(bytes)
  const refused = refusal('body_too_large', message)
  return field === undefined ? refused : Object.freeze({ ...refused, errors: [{ path: field, message }] })
}

function judgeHost(request: IncomingMessage): Refusal | undefined {
  const count = countHosts(request.rawHeaders)
  if (count === 0 && request.httpVersion === '1.0') return undefined
  if (count !== 1) return badHostCount
  const host = request.headers.host ?? ''
  if (host === lastHost) return undefined
  // The pattern accepts hosts that no URL may have: port 99999, the address 1.2.3.400, empty brackets.
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return badHost
  lastHost = host
  return undefined
}

/** The last good host: most requests name it again. */
let lastHost: string | undefined

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
