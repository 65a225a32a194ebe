import type { Signer } from '../blobs/s3/sign-request.ts'
import { CronLine } from '../jobs/cron-line.ts'
import type { BackupPlace } from './repository/open-repository.ts'
import type { Retention } from './retention.ts'

/** How the operator wants backups. */
export interface BackupConfig {
  /** Undefined for an instance that makes none by itself. */
  readonly place: BackupPlace | undefined
  /** There for a bucket. */
  readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined
  /** The public key that backups are encrypted for; undefined leaves them readable. */
  readonly recipient: string | undefined
  /** The private key, for drills. */
  readonly identity: string | undefined
  readonly retention: Retention
  /** Cron lines in UTC. */
  readonly at: string
  readonly drillAt: string
}

/** Checks a cron line. @throws TypeError with the expected form */
export function parseCronLine(text: string): string {
  void new CronLine(text, 'UTC')
  return text
}

/** What is missing for a place. */
export function backupProblems({ place, keys, recipient }: BackupConfig): readonly string[] {
  if (place?.kind !== 's3') return []
  return [
    ...(keys === undefined
      ? ['HOST_BACKUP: its bucket requires HOST_BACKUP_ACCESS_KEY and HOST_BACKUP_SECRET_KEY.']
      : []),
    ...(recipient === undefined
      ? ['HOST_BACKUP: its bucket requires HOST_BACKUP_RECIPIENT; run "host backups key" to make a pair of keys.']
      : []),
  ]
}
