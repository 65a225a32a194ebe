/** Runs of backups and drills as the rows tell them, whichever process wrote them. */
import type { BackupKind, BackupRun } from '@host/plugin/platform'
import type { BackupDatabase, RunState } from '../../models/backup.ts'
import { readReason } from '../backup-reasons.ts'
import { isAlive } from './run-liveness.ts'
import type { RunNote } from './run-note.ts'

/** Options of the runs. */
export interface BackupRunsOptions {
  readonly db: BackupDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Columns of a run. */
interface RunRow {
  readonly id: string
  readonly kind: BackupKind
  readonly state: RunState
  readonly started_at: string
  readonly seen_at: string | null
  readonly finished_at: string | null
  readonly place: string
  readonly backup_id: string | null
  readonly backup_at: string | null
  readonly bytes: number | null
  readonly added: number | null
  readonly note: string | null
  readonly reason: string | null
}

/** The facts of one kind. */
export interface RunsOfKind {
  /** Newest first. */
  readonly recent: readonly BackupRun[]
  readonly isRunning: boolean
  /** The first row of all, whatever became of it. */
  readonly first: BackupRun | undefined
  /** The last one that ended, well or not. */
  readonly lastEnded: BackupRun | undefined
  readonly lastDone: BackupRun | undefined
  /** The last one that left nothing out. */
  readonly lastComplete: BackupRun | undefined
}

export class BackupRuns {
  readonly #options: BackupRunsOptions

  constructor(options: BackupRunsOptions) {
    this.#options = options
  }

  /** @param limit how many recent ones */
  async ofKind(kind: BackupKind, limit: number): Promise<RunsOfKind> {
    const recent = await this.#newest(kind).limit(limit).execute()
    const first = await this.#of(kind).orderBy('started_at').limit(1).executeTakeFirst()
    const ended = await this.#newest(kind).where('state', '!=', 'running').limit(1).executeTakeFirst()
    const done = await this.#newest(kind).where('state', '=', 'done').limit(1).executeTakeFirst()
    const complete = await this.#newest(kind)
      .where('state', '=', 'done')
      .where('note', 'is', null)
      .limit(1)
      .executeTakeFirst()
    const running = await this.#of(kind).where('state', '=', 'running').execute()
    const shown = (row: RunRow | undefined): BackupRun | undefined => row && this.#shown(row)
    return {
      recent: recent.map((row) => this.#shown(row)),
      isRunning: running.some((row) => isAlive(row, this.#options.clock())),
      first: shown(first),
      lastEnded: shown(ended),
      lastDone: shown(done),
      lastComplete: shown(complete),
    }
  }

  /** Whether one runs in any process. */
  async isRunning(kind: BackupKind): Promise<boolean> {
    const rows = await this.#of(kind).where('state', '=', 'running').execute()
    return rows.some((row) => isAlive(row, this.#options.clock()))
  }

  /** The last backup that succeeded. */
  async lastBackup(): Promise<BackupRun | undefined> {
    const row = await this.#newest('backup').where('state', '=', 'done').limit(1).executeTakeFirst()
    return row && this.#shown(row)
  }

  /**
   * Records the end of a process that should have recorded its run: it may have been killed, or refused to start.
   * @param since when it began, in milliseconds since 1970
   * @returns its run; undefined where it made room for another that still runs
   */
  async settle(ended: EndedProcess): Promise<BackupRun | undefined> {
    const { kind, since, place, note } = ended
    const began = new Date(since).toISOString()
    const row = await this.#newest(kind).where('started_at', '>=', began).limit(1).executeTakeFirst()
    if (row !== undefined && row.state !== 'running') return this.#shown(row)
    const end = { state: 'failed', finished_at: new Date(this.#options.clock()).toISOString(), ...note } as const
    if (row !== undefined) {
      await this.#options.db.updateTable('host_backup_runs').set(end).where('id', '=', row.id).execute()
      return this.#shown({ ...row, ...end })
    }
    if (await this.isRunning(kind)) return undefined
    const made = await this.#options.db
      .insertInto('host_backup_runs')
      .values({ kind, place, started_at: began, ...end })
      .returningAll()
      .executeTakeFirstOrThrow()
    return this.#shown(made)
  }

  #of(kind: BackupKind) {
    return this.#options.db.selectFrom('host_backup_runs').selectAll().where('kind', '=', kind)
  }

  #newest(kind: BackupKind) {
    return this.#of(kind).orderBy('started_at', 'desc')
  }

  #shown(row: RunRow): BackupRun {
    const isLost = row.state === 'running' && !isAlive(row, this.#options.clock())
    return {
      id: row.id,
      kind: row.kind,
      state: isLost ? 'interrupted' : row.state,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      place: row.place,
      backupId: row.backup_id,
      backupAt: row.backup_at,
      bytes: row.bytes,
      added: row.added,
      note: row.note,
      reason: readReason(row.reason) ?? null,
    }
  }
}

/** A process that has ended. */
export interface EndedProcess {
  readonly kind: BackupKind
  readonly since: number
  readonly place: string
  /** Why, in a sentence; for a process that did not record it. */
  readonly note: RunNote
}
