import { randomUUID } from 'node:crypto'
import { BootError } from '../support/boot-error.ts'
import { makeFolder } from '../database/make-folder.ts'
import type { BlobPlace } from './blob-place.ts'
import { folderPieces } from './folder-pieces.ts'
import type { PieceStore } from './piece-store.ts'
import { s3Pieces } from './s3/s3-pieces.ts'
import type { Signer } from './s3/sign-request.ts'

/** Where blobs stand, as the configuration says. */
export interface PiecesOptions {
  readonly place: BlobPlace
  /** There for a bucket. */
  readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Opens the store of new contents; undefined for the database. A bucket is asked for nothing yet. @throws BootError */
export async function openPieces({ place, keys, clock }: PiecesOptions): Promise<PieceStore | undefined> {
  if (place.kind === 'database') return undefined
  if (place.kind === 's3') return keys && s3Pieces({ place, keys, clock })
  const pieces = folderPieces(place.path)
  const probe = `probe-${randomUUID()}`
  try {
    await makeFolder(place.path)
    await pieces.write({ content: probe, position: 0 }, new Uint8Array(1), AbortSignal.timeout(10_000))
    await pieces.remove(probe)
    return pieces
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    const problem = `Blobs can't be stored in "${place.path}" (${code}); make it a folder that this user can write to, or set HOST_BLOBS to another folder.`
    throw new BootError('stores', [problem], { cause: error })
  }
}
