import type { Language } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/** A backup, or a drill: a backup that is tried by restoring it where it changes nothing. */
export type BackupKind = 'backup' | 'drill'

/** State of a run. The process of an `interrupted` one ended before it did. */
export type BackupRunState = 'running' | 'done' | 'failed' | 'interrupted'

/** A backup or drill that was run, also from the command line. Times are ISO 8601, sizes are bytes. */
export interface BackupRun {
  readonly id: string
  readonly kind: BackupKind
  readonly state: BackupRunState
  readonly startedAt: string
  readonly finishedAt: string | null
  /** The folder or bucket, fit to be shown. */
  readonly place: string
  /** The backup that was made or tried. */
  readonly backupId: string | null
  /** The moment of its data. */
  readonly backupAt: string | null
  /** Everything in the backup, before compression; null unless it is done. */
  readonly bytes: number | null
  /** Stored for this backup, beyond the content of earlier ones. */
  readonly added: number | null
  /** The reason of a failure, or the part that a drill left out, in an English sentence. */
  readonly note: string | null
  /** The sentence in both languages; null for other text, such as a line of a terminal. @since 1.2.0 */
  readonly reason: Readonly<Record<Language, string>> | null
}

/** When the host makes or tries backups by itself. */
export interface BackupSchedule {
  /** A cron line in UTC. */
  readonly cron: string
  readonly nextAt: string
}

/**
 * A condition that needs a look: the last run failed, or none succeeded for 2 days (a drill: 14 days), or two intervals
 * of the schedule where those are longer.
 */
export type BackupTrouble = 'backup_failed' | 'backup_overdue' | 'drill_failed' | 'drill_overdue'

/** The state of the backups of an instance. */
export interface BackupsOverview {
  /** Where the host makes backups by itself, fit to be shown; null without `HOST_BACKUP`. */
  readonly place: string | null
  /** Whether backups are encrypted for a key that the host does not have. */
  readonly isEncrypted: boolean
  /** Null where the host makes none by itself. */
  readonly schedules: Readonly<Record<BackupKind, BackupSchedule>> | null
  /** Whether one runs or is about to. */
  readonly running: Readonly<Record<BackupKind, boolean>>
  /** The last backup that succeeded. */
  readonly lastBackup: BackupRun | null
  /** The last drill that restored a backup completely. */
  readonly lastProof: BackupRun | null
  readonly troubles: readonly BackupTrouble[]
  /** The last runs, newest first. */
  readonly runs: readonly BackupRun[]
}

/** Backups of the instance; the caller has checked the rights. */
export interface BackupsService {
  /** @param limit how many runs, at most 200 */
  overview(limit: number): Promise<BackupsOverview>
  /**
   * Starts a run in a process of its own, on any process of the deployment.
   * @returns whether it did: not while one of its kind runs
   * @throws Problem `conflict` without `HOST_BACKUP`
   */
  start(kind: BackupKind): Promise<boolean>
  /**
   * Receives every failed run that the host started, once, on the process that started it. An error is logged.
   * @returns a function that ends the subscription
   */
  onFailure(listener: (run: BackupRun) => void | Promise<void>): () => void
}

/**
 * Backups of the instance.
 *
 * Audience: platform.
 */
export const Backups = serviceToken<BackupsService>('core.backups')
