import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '@host/plugin/platform'

/**
 * Hands documents out. The host gives the same document for the same features, so each is put into words once and
 * forgotten with it.
 */
export class DocumentHandler {
  readonly #printed = new WeakMap<OpenApiDocument, Printed>()

  /**
   * The document, or 304 for a client that has it. Each workspace's document differs, so only the client may cache it.
   */
  answer(request: Request, document: OpenApiDocument): Response {
    const { text, etag } = this.#print(document)
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
  }

  #print(document: OpenApiDocument): Printed {
    const known = this.#printed.get(document)
    if (known !== undefined) return known
    const text = JSON.stringify(document)
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
    const printed = { text, etag }
    this.#printed.set(document, printed)
    return printed
  }
}

interface Printed {
  readonly text: string
  readonly etag: string
}

function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
