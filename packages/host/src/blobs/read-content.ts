import { Problem } from '@host/plugin'
import type { PieceName, PieceStore } from './piece-store.ts'

/** Which content, and how long it is. */
export interface StoredContent {
  readonly content: string
  /** Bytes. */
  readonly size: number
}

/**
 * Reads a content piece by piece, each when it is asked for. What comes is the whole content or an error at the end of
 * what came: a content that is gone is never taken for a short one.
 */
export function readContent(store: PieceStore, { content, size }: StoredContent): ReadableStream<Uint8Array> {
  let position = 0
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === size) return controller.close()
        const bytes = await readPiece(store, { content, position })
        if (bytes === undefined || bytes.length === 0 || sent + bytes.length > size) throw gone()
        position += 1
        sent += bytes.length
        controller.enqueue(bytes)
        if (sent === size) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
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
      en: 'This file was replaced or deleted while it was read.',
      zh: '读取过程中，该文件已被替换或删除。',
    },
  })
}
