/** The two response headers about an `Idempotency-Key` are set by the host alone: those of a handler are removed. */
import { removeHeader } from '@host/plugin/platform'

/** An answer that stands in place of the handler's. */
export type KeyReply = 'replayed' | 'not_kept'

const headers = {
  replayed: 'idempotency-replayed',
  not_kept: 'idempotency-original-status',
} as const satisfies Readonly<Record<KeyReply, string>>

/** An answer with the header that its reply allows, and without the other one. */
export function ownKeyHeaders(response: Response, reply: KeyReply | undefined): Response {
  const replayed = reply === 'replayed' ? response : removeHeader(response, headers.replayed)
  return reply === 'not_kept' ? replayed : removeHeader(replayed, headers.not_kept)
}
