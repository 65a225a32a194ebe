/** The restore of an empty instance from its welcome page. */
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** A backup that an empty instance can be restored from. */
export interface RestorableBackup {
  readonly id: string
  /** The moment of its data. */
  readonly at: string
  readonly version: string
  /** Size before compression. */
  readonly bytes: number
  readonly isEncrypted: boolean
  /** Whether the instance has a database of the same kind. */
  readonly isSameDatabase: boolean
}

/** The backups of `HOST_BACKUP`, newest first. */
export interface RestoreChoices {
  /** Folder or bucket; null without `HOST_BACKUP`. */
  readonly place: string | null
  readonly backups: readonly RestorableBackup[]
  /** Whether the host has a private key itself. */
  readonly hasKey: boolean
  /** Reason why the last restore failed. */
  readonly failure: string | null
}

export const readRestoreChoices = defineEndpoint({
  pattern: 'POST /api/auth/setup/backups',
  input: typed<{ readonly token: string }>(),
  output: typed<RestoreChoices>(),
  audience: 'public',
  audit: false,
  changes: false,
  readsOnly: true,
  summary: 'List the backups that an empty instance can be restored from',
  description: 'Requires the token of the setup link. Lists the newest 100 backups of `HOST_BACKUP`.',
  errors: ['unauthenticated', 'conflict', 'gone'],
})

export const restoreInstance = defineEndpoint({
  pattern: 'POST /api/auth/setup/restore',
  input: typed<{ readonly token: string; readonly id: string; readonly identity?: string }>(),
  output: nothing,
  audience: 'public',
  status: 202,
  audit: false,
  changes: false,
  summary: 'Restore a backup in place of an empty instance',
  description:
    'Requires the token of the setup link. The backup is opened first; then the host stops, restores and starts again. A failure leaves the instance as it was, and is in the list of backups.',
  errors: ['unauthenticated', 'conflict', 'gone'],
})
