import type { BlobDatabase } from './models.ts'
import type { BlobQueries } from './blob-contents.ts'
import type { PieceName, PieceStore } from './piece-store.ts'

const pieceSize = 256 * 1024

/** Pieces as rows: nothing besides the database has to be set up, backed up or moved. */
export function databasePieces(db: BlobDatabase): PieceStore {
  return Object.freeze<PieceStore>({
    name: 'database',
    pieceSize,
    async write(piece, bytes) {
      await writePieces(db, [{ ...piece, bytes }])
    },
    async read({ content, position }) {
      const piece = await db
        .selectFrom('host_blob_pieces')
        .select('bytes')
        .where('content_id', '=', content)
        .where('position', '=', position)
        .executeTakeFirst()
      return piece?.bytes
    },
    async remove(content) {
      await db.deleteFrom('host_blob_pieces').where('content_id', '=', content).execute()
    },
  })
}

/** Writes pieces; inside a transaction as a part of it. */
export async function writePieces(
  db: Pick<BlobQueries, 'insertInto'>,
  pieces: readonly (PieceName & { readonly bytes: Uint8Array })[],
): Promise<void> {
  if (pieces.length === 0) return
  await db
    .insertInto('host_blob_pieces')
    .values(pieces.map(({ content, position, bytes }) => ({ content_id: content, position, bytes })))
    .execute()
}
