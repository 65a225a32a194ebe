import { csrfTokenOf } from '../../packages/host/src/identity/secret-token.ts'
import { sessionToken } from './session-token.ts'

/** The bytes of a GET request, with the session of a person or anonymous. */
export function requestHead(path: string, person?: number, host = 'bench.test'): string {
  const cookie = person === undefined ? '' : `Cookie: host_session=${sessionToken(person)}\r\n`
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${cookie}\r\n`
}

/** Options of a request that changes something, besides its path. */
export interface PostOptions {
  /** POST when left out. */
  readonly method?: string
  readonly person: number
  readonly body: object
  readonly idempotencyKey?: string
}

/** A request that changes something as it goes over the wire, in the name of a person. */
export function postRequest(path: string, { method = 'POST', person, body, idempotencyKey }: PostOptions): string {
  const token = sessionToken(person)
  const text = JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: bench.test',
    'Origin: http://bench.test',
    `Cookie: host_session=${token}`,
    `X-CSRF-Token: ${csrfTokenOf(token)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}
