import type { Wording } from '../errors.ts'
import { serviceToken } from '../service.ts'

/** A backup that an empty instance can be restored from. */
export interface RestorableBackup {
  readonly id: string
  /** The moment of its data, in ISO 8601. */
  readonly at: string
  /** The version of the host that made it. */
  readonly version: string
  /** Size before compression. */
  readonly bytes: number
  /** Whether it opens only with its private key. */
  readonly isEncrypted: boolean
  /** Whether the instance has a database of the same kind; only such a backup can be restored. */
  readonly isSameDatabase: boolean
}

/** The backups that an empty instance can be restored from. */
export interface RestoreChoices {
  /** The place of the backups, fit to be shown; null without `HOST_BACKUP`. */
  readonly place: string | null
  /** The newest ones, newest first. Files that can't be read are left out. */
  readonly backups: readonly RestorableBackup[]
  /** Whether the host has a private key itself, in `HOST_BACKUP_IDENTITY`. */
  readonly hasKey: boolean
  /** Reason why the last restore failed, in a sentence; null unless one did. */
  readonly failure: Wording | null
}

/** A restore of an empty instance, authorized by the token of the setup link. */
export interface InstanceRestoreService {
  /**
   * Lists the backups of `HOST_BACKUP`, newest first.
   * @throws Problem `gone` once an instance admin exists, `unauthenticated` for a wrong token, `conflict` for a place
   *   that can't be read
   */
  choices(token: string): Promise<RestoreChoices>
  /**
   * Opens a backup, and orders its restore. The host then stops, restores, and starts again.
   * @param order.identity the private key of an encrypted backup: a secret that is stored nowhere
   * @throws Problem `gone`, `unauthenticated`, `invalid_input` for a missing or wrong key, `conflict` for a backup that
   *   can't be restored here, and while another restore runs
   */
  start(token: string, order: { readonly id: string; readonly identity?: string | undefined }): Promise<void>
}

/**
 * The restore of an empty instance.
 *
 * Audience: platform.
 */
export const InstanceRestore = serviceToken<InstanceRestoreService>('core.instance-restore')
