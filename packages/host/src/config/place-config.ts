/** The places outside of the database: of files of plugins, and of backups. */
import type { BackupConfig } from '../backup/backup-config.ts'
import type { HostConfig, Read } from './config.ts'

export function backupOf(read: Read): BackupConfig {
  return Object.freeze<BackupConfig>({
    place: read('HOST_BACKUP'),
    keys: pairOf(read('HOST_BACKUP_ACCESS_KEY'), read('HOST_BACKUP_SECRET_KEY')),
    recipient: read('HOST_BACKUP_RECIPIENT'),
    identity: read('HOST_BACKUP_IDENTITY'),
    retention: read('HOST_BACKUP_KEEP') ?? { days: 7, weeks: 4, months: 12 },
    at: read('HOST_BACKUP_AT') ?? '',
    drillAt: read('HOST_BACKUP_DRILL_AT') ?? '',
  })
}

export function blobsOf(read: Read): HostConfig['blobs'] {
  const place = read('HOST_BLOBS') ?? { kind: 'database' as const }
  return Object.freeze({ place, keys: pairOf(read('HOST_S3_ACCESS_KEY'), read('HOST_S3_SECRET_KEY')) })
}

function pairOf(accessKey: string | undefined, secretKey: string | undefined): HostConfig['blobs']['keys'] {
  return accessKey === undefined || secretKey === undefined ? undefined : Object.freeze({ accessKey, secretKey })
}

type BucketVariable = 'HOST_BLOBS' | 'HOST_S3_ACCESS_KEY' | 'HOST_S3_SECRET_KEY'

/** A bucket of files is opened by two keys, which open nothing else. @param textOf the text of a variable that is set */
export function missingForBucket(textOf: (name: BucketVariable) => string | undefined): readonly string[] {
  const isBucket = textOf('HOST_BLOBS')?.startsWith('s3:') === true
  return (['HOST_S3_ACCESS_KEY', 'HOST_S3_SECRET_KEY'] as const).flatMap((name) => {
    const isSet = textOf(name) !== undefined
    if (isSet === isBucket) return []
    return isSet
      ? [`${name}: HOST_BLOBS is not set to a bucket; remove this variable, or set HOST_BLOBS.`]
      : [`${name}: it is missing; the bucket of HOST_BLOBS requires it.`]
  })
}
