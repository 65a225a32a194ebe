/** What the host says to a request that never becomes one: bad framing, no usable host, too large, too slow. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ErrorCode, ProblemBody } from '@host/plugin'
import { errorCatalogue } from '@host/plugin'
import { FastResponse } from 'srvx'

/** A refusal; the connection is closed after it, because what follows on it can't be trusted. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly detail: string
}

/** A refusal with a status of its own, or that of its code. */
export function refusal(code: ErrorCode, detail: string, status: number = errorCatalogue[code].status): Refusal {
  return Object.freeze({ status, code, detail })
}

/** The refusal as an answer. */
export function refusalResponse(refused: Refusal): Response {
  return new FastResponse(bodyOf(refused), { status: refused.status, headers: headersOf(refused) })
}

/** The refusal as the bytes of an HTTP/1.1 answer, for a socket that has no request. */
export function refusalBytes(refused: Refusal): Buffer {
  const body = bodyOf(refused)
  const headers = { ...headersOf(refused), 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

function headersOf(refused: Refusal): Record<string, string> {
  return {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    connection: 'close',
    ...(refused.status === 405 ? { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' } : {}),
  }
}

function bodyOf({ status, code, detail }: Refusal): string {
  const { title, nextStep } = errorCatalogue[code]
  const body: ProblemBody = {
    type: 'about:blank',
    title: title.en,
    status,
    detail,
    nextStep: nextStep.en,
    code,
    requestId: randomUUID(),
  }
  return JSON.stringify(body)
}
