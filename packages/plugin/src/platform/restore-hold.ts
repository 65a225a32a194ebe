import { serviceToken } from '../service.ts'

/** A restore from a backup that no instance admin has released yet. Times in ISO 8601. */
export interface HeldRestore {
  readonly backupId: string
  /** The moment of the rows of the backup. */
  readonly backupAt: string
  readonly restoredAt: string
}

/** Background work after a restore: none runs, and nothing is sent, until an instance admin releases it. */
export interface RestoreHoldService {
  /** The restore that holds background work; undefined while work runs. */
  state(): Promise<HeldRestore | undefined>
  /**
   * When the data of this instance was last restored from a backup; undefined for never. It stays after the
   * release, and is known from the start of the host.
   * @since 1.1.0
   */
  readonly lastRestoreAt: string | undefined
  /**
   * Lets background work run, on every process.
   * @param by the user who decided it
   * @returns whether work was held
   */
  release(by: string): Promise<boolean>
}

/**
 * The hold of background work after a restore.
 *
 * Audience: platform.
 */
export const RestoreHold = serviceToken<RestoreHoldService>('core.restore-hold')
