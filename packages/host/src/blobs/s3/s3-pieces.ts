import type { PieceName, PieceStore } from '../piece-store.ts'
import { S3Bucket, type BucketOptions } from './s3-bucket.ts'

const pieceSize = 4 * 1024 * 1024
const variables = 'HOST_BLOBS, HOST_S3_ACCESS_KEY and HOST_S3_SECRET_KEY'

/**
 * Pieces as objects of a bucket, `<prefix><content>/<position>`. A piece is one request with one body, so there is no
 * multipart upload to abort; and no name contains text chosen by a plugin.
 */
export function s3Pieces(options: Omit<BucketOptions, 'maxBytes' | 'variables'>): PieceStore {
  const bucket = new S3Bucket({ ...options, maxBytes: pieceSize, variables })
  return Object.freeze<PieceStore>({
    name: 's3',
    pieceSize,
    write: (piece, bytes, signal) => bucket.put(nameOf(piece), bytes, signal),
    read: (piece) => bucket.get(nameOf(piece)),
    async remove(content) {
      for await (const name of bucket.names(`${content}/`)) await bucket.delete(name)
    },
  })
}

function nameOf({ content, position }: PieceName): string {
  return `${content}/${position}`
}
