import { parseBlobPlace, type BlobPlace } from '../../blobs/blob-place.ts'
import type { Signer } from '../../blobs/s3/sign-request.ts'
import { BackupError } from '../backup-error.ts'
import { bucketRepository } from './bucket-repository.ts'
import { folderRepository } from './folder-repository.ts'
import type { Repository } from './repository.ts'

/** Where backups go. */
export type BackupPlace = Exclude<BlobPlace, { readonly kind: 'database' }>

/** Options for opening a place. */
export interface RepositoryOptions {
  readonly place: BackupPlace
  /** Needed for a bucket. */
  readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Reads `HOST_BACKUP`, `--to` and `--from`. @throws TypeError with the expected form */
export function parseBackupPlace(text: string): BackupPlace {
  const place = parseBlobPlace(/^(?:s3:|file:|\.{0,2}\/)/.test(text) ? text : `./${text}`)
  if (place.kind !== 'database') return place
  throw new TypeError('A backup needs a folder such as "/srv/backups", or "s3://bucket/prefix?region=eu-central-1"')
}

/** A place, fit to be shown. */
export function shownPlace(place: BackupPlace): string {
  return place.kind === 'folder' ? place.path : `s3://${place.bucket}/${place.prefix}`
}

/** Opens a place; nothing is read or made yet. @throws BackupError for a bucket without its keys */
export function openRepository({ place, keys, clock }: RepositoryOptions): Repository {
  if (place.kind === 'folder') return folderRepository(place.path)
  if (keys !== undefined) return bucketRepository({ place, keys, clock })
  throw new BackupError('bucket_keys', {})
}
