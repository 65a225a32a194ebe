import type { BucketPlace } from '../../blobs/blob-place.ts'
import { S3Bucket } from '../../blobs/s3/s3-bucket.ts'
import type { Signer } from '../../blobs/s3/sign-request.ts'
import type { Repository } from './repository.ts'

/** A bucket, with its keys. */
export interface BucketOptions {
  readonly place: BucketPlace
  readonly keys: Pick<Signer, 'accessKey' | 'secretKey'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Longer than any file of a backup. */
const maxBytes = 64 * 1024 * 1024
const variables = 'HOST_BACKUP, HOST_BACKUP_ACCESS_KEY and HOST_BACKUP_SECRET_KEY'

/** Backups in a bucket: a file is an object, which is written whole or not at all. */
export function bucketRepository(options: BucketOptions): Repository {
  const bucket = new S3Bucket({ ...options, maxBytes, variables })
  const { bucket: name, prefix } = options.place
  return Object.freeze<Repository>({
    place: `The bucket "s3://${name}/${prefix}"`,
    write: (file, bytes) => bucket.put(file, bytes),
    read: (file) => bucket.get(file),
    names: (start) => bucket.names(start),
    remove: (file) => bucket.delete(file),
  })
}
