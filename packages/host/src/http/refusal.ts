/** Answers to bytes that never become a request: bad framing, no usable host, too large, too slow. */
import { STATUS_CODES } from 'node:http'
import type { ErrorCode, FieldProblem, Wording } from '@host/plugin'
import { errorCatalog } from '@host/plugin'
import { errorAnswer } from './error-answer.ts'
import { problemBody, problemHeaders, type ProblemReader } from './problem-body.ts'

/** A refusal; the connection is closed after it, because further bytes on it can't be trusted. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly detail: Wording
  readonly errors?: readonly FieldProblem[]
}

/** A refusal with the status of its code. */
export function refusal(code: ErrorCode, detail: Wording): Refusal {
  return Object.freeze({ status: errorCatalog[code].status, code, detail })
}

/** The refusal as an answer. */
export function refusalResponse(refused: Refusal, reader: ProblemReader): Response {
  return errorAnswer(problemBody(refused, reader), headersOf(refused, reader), reader)
}

/**
 * The refusal as the bytes of an HTTP/1.1 answer, for a socket that has no request.
 * @param standing the header lines that every answer has
 */
export function refusalBytes(refused: Refusal, reader: ProblemReader, standing: string): Buffer {
  const body = JSON.stringify(problemBody(refused, reader))
  const own = { ...problemHeaders, 'cache-control': 'no-store' }
  const headers = { ...headersOf(refused, reader), ...own, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? ''}\r\n`
  return Buffer.from(`${start}${standing}${lines.join('')}\r\n${body}`)
}

function headersOf({ status }: Refusal, { requestId }: ProblemReader): Record<string, string> {
  return {
    connection: 'close',
    'x-request-id': requestId,
    ...(status === 405 ? { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' } : {}),
  }
}
