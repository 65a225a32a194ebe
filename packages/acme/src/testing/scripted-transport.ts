import type { AcmeAnswer, AcmeRequest, AcmeTransport } from '../protocol/transport.ts'

/** An answer of a script. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A request as a script sees it. */
export interface SeenRequest {
  readonly url: string
  readonly method: AcmeRequest['method']
  /** The protected header and the payload, where it is signed. */
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>> | undefined
}

/** An authority in memory, which answers as a test says: for answers that no real one gives. */
export interface ScriptedTransport extends AcmeTransport {
  readonly seen: readonly SeenRequest[]
}

/** @param answer for a request; its nonce is added */
export function scriptedTransport(answer: (request: SeenRequest) => ScriptedAnswer): ScriptedTransport {
  const seen: SeenRequest[] = []
  return {
    seen,
    async fetch(_signal, url, { method, body }): Promise<AcmeAnswer> {
      const request: SeenRequest = { url, method, ...readBody(body) }
      seen.push(request)
      const given = answer(request)
      const headers = { 'replay-nonce': `nonce-${seen.length}`, 'content-type': 'application/json', ...given.headers }
      const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {})
      return { status: given.status ?? 200, headers: new Headers(headers), body: Buffer.from(text) }
    },
  }
}

function readBody(body: string | undefined): Pick<SeenRequest, 'header' | 'payload'> {
  if (body === undefined) return { header: {}, payload: undefined }
  const signed = JSON.parse(body) as Record<'protected' | 'payload', string>
  return { header: decode(signed.protected), payload: signed.payload === '' ? undefined : decode(signed.payload) }
}

function decode(text: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>
}
