import { Problem, streamPages } from '@host/plugin'
import type { PieceName, PieceStore } from './piece-store.ts'

/** Which content, and how long it is. */
export interface StoredContent {
  readonly content: string
  /** Bytes. */
  readonly size: number
}

/**
 * Reads a content piece by piece, each on request. The result is the whole content or ends with an error: a missing
 * content is never taken for a short one.
 */
export function readContent(store: PieceStore, content: StoredContent): ReadableStream<Uint8Array> {
  return streamPages(piecesOf(store, content))
}

async function* piecesOf(store: PieceStore, { content, size }: StoredContent): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (let position = 0; sent < size; position += 1) {
    const bytes = await readPiece(store, { content, position })
    if (bytes === undefined || bytes.length === 0 || sent + bytes.length > size) throw gone()
    sent += bytes.length
    yield bytes
  }
}

async function readPiece(store: PieceStore, piece: PieceName): Promise<Uint8Array | undefined> {
  try {
    return await store.read(piece)
  } catch (cause) {
    throw new Problem('service_unavailable', { cause })
  }
}

function gone(): Problem {
  return new Problem('not_found', {
    detail: {
      en: 'The file was replaced or deleted while it was being read.',
      zh: '读取过程中，该文件已被替换或删除。',
    },
  })
}
