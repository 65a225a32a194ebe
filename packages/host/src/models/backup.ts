import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** How a run ended, or that it has not. */
export type RunState = 'running' | 'done' | 'failed'

/** Backups and drills that were run, also from the command line. */
const BackupRun = model(
  'host_backup_runs',
  {
    id: column.id('brun'),
    kind: column.text<'backup' | 'drill'>({ max: 16 }),
    state: column.text<RunState>({ max: 16 }),
    started_at: column.time(),
    /** The last sign of life of the process that runs it. */
    seen_at: column.time({ nullable: true }),
    finished_at: column.time({ nullable: true }),
    /** The folder or the bucket. */
    place: column.text({ max: 1_000 }),
    /** The backup that was made or tried. */
    backup_id: column.text({ max: 64, nullable: true }),
    /** The moment of the rows of that backup. */
    backup_at: column.time({ nullable: true }),
    /** Of everything in the backup, and of what it added. */
    bytes: column.integer({ nullable: true }),
    added: column.integer({ nullable: true }),
    /** Why it failed, or what a drill left out. */
    note: column.text({ max: 2_000, nullable: true }),
    /** The code and facts of that note; see `backup-reasons.ts`. */
    reason: column.text({ max: 4_000, nullable: true }),
  },
  { index: [['kind', 'started_at']] },
)

export const backupModels = [BackupRun] as const

/** The handle on this table. */
export type BackupDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof backupModels>>>
