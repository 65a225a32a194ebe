import { limits, Problem } from '@host/plugin'
import { nodeExchange, requestHeader } from '../http/node-request.ts'

const header = 'idempotency-key'
const wellFormed = /^[!-~]+$/
const malformed = {
  en: `An Idempotency-Key is 1 to ${limits.idempotencyKey} visible ASCII characters, without spaces.`,
  zh: `幂等键须为 1 至 ${limits.idempotencyKey} 个可见 ASCII 字符，且不含空格。`,
}
const tooMany = { en: 'The request has more than one Idempotency-Key.', zh: '请求包含多个幂等键。' }

/** Whether a request carries a key, well-formed or not. */
export function hasKey(request: Request): boolean {
  return requestHeader(request, header) !== null
}

/** The key of a request that carries one. @throws Problem `bad_request` */
export function readKey(request: Request): string {
  const key = requestHeader(request, header) ?? ''
  if (key.length <= limits.idempotencyKey && wellFormed.test(key)) return key
  throw new Problem('bad_request', { detail: countKeys(request) > 1 ? tooMany : malformed })
}

/** Several headers of one name are joined by a comma and a space, so a well-formed value is a single header. */
function countKeys(request: Request): number {
  const rawHeaders = nodeExchange(request)?.request.rawHeaders ?? []
  return rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === header).length
}
