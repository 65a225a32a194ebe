import { SafeHttpError } from '@host/plugin/safehttp'
import type { BucketPlace } from '../../blobs/blob-place.ts'
import { BucketRefusal, S3Bucket } from '../../blobs/s3/s3-bucket.ts'
import type { Signer } from '../../blobs/s3/sign-request.ts'
import { BackupError } from '../backup-error.ts'
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
  const place = `The bucket "s3://${name}/${prefix}"`
  const fail = (error: unknown): never => {
    throw failureOf(error, place)
  }
  return Object.freeze<Repository>({
    place,
    write: (file, bytes) => bucket.put(file, bytes).catch(fail),
    read: (file) => bucket.get(file).catch(fail),
    async *names(start) {
      try {
        yield* bucket.names(start)
      } catch (error) {
        fail(error)
      }
    },
    remove: (file) => bucket.delete(file).catch(fail),
  })
}

/** A failure of the bucket in words for the operator; any other error as it is. */
function failureOf(cause: unknown, place: string): unknown {
  if (cause instanceof BucketRefusal) {
    return new BackupError('bucket_refused', { said: cause.said, variables }, { cause })
  }
  if (!(cause instanceof SafeHttpError)) return cause
  const problem = cause.options.detail ?? cause.message
  return new BackupError('bucket_unreachable', { place, problem, variables }, { cause })
}
