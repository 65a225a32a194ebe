/**
 * The record of a backup or a drill, in any process:
 *
 *   (none) --begin--> running --its work ended--> done
 *              |         |----its work failed--> failed
 *              |         '----its process died: it is not seen any more, see `run-liveness.ts`
 *              '--another backup of the database is made--> (none)
 */
import type { Database } from '../../database/database.ts'
import { DataAccess } from '../../database/data-access.ts'
import { backupModels, type BackupDatabase } from '../../models/backup.ts'
import { runPeriodically } from '../../support/periodic.ts'
import { BackupError, BackupRunning } from '../backup-error.ts'
import type { MadeBackup } from '../create-backup.ts'
import { seenEvery } from './run-liveness.ts'

/** A run that is recorded. */
export interface RunOptions {
  readonly database: Database
  readonly kind: 'backup' | 'drill'
  /** Where the backup is, for people. */
  readonly place: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** What a run that ended well leaves in its record. */
export interface RunFacts {
  readonly backup_id: string
  /** ISO 8601. */
  readonly backup_at: string
  readonly bytes: number
  readonly added: number
  readonly note: string | null
}

/** The facts of a backup. */
export function factsOf({ head: { id, at, bytes, added } }: MadeBackup): RunFacts {
  return { backup_id: id, backup_at: at, bytes, added, note: null }
}

/** The records of an instance's database. */
export function runsOf(database: Database): BackupDatabase {
  const owners = [{ name: 'host', models: backupModels }]
  return new DataAccess({ database, owners, onDoor: () => undefined }).forHost(backupModels)
}

/**
 * Records when work begins and how it ends, so that the console and a later run can tell.
 * @throws what the work throws
 */
export async function recordedRun<Result>(
  { database, kind, place, clock }: RunOptions,
  work: () => Promise<readonly [Result, RunFacts]>,
): Promise<Result> {
  const db = runsOf(database)
  const now = (): string => new Date(clock()).toISOString()
  const begun = { kind, state: 'running', started_at: now(), seen_at: now(), place } as const
  const { id } = await db.insertInto('host_backup_runs').values(begun).returning('id').executeTakeFirstOrThrow()
  const set = async (values: RunEnd | { readonly seen_at: string }): Promise<void> => {
    await db.updateTable('host_backup_runs').set(values).where('id', '=', id).execute()
  }
  // One that is not written is followed by the next.
  const stop = runPeriodically({
    every: seenEvery,
    work: () => set({ seen_at: now() }),
    onError: () => undefined,
  })
  try {
    const [result, facts] = await work()
    await stop()
    await set({ state: 'done', finished_at: now(), ...facts })
    return result
  } catch (error) {
    await stop()
    if (error instanceof BackupRunning) await db.deleteFrom('host_backup_runs').where('id', '=', id).execute()
    else await set({ state: 'failed', finished_at: now(), note: sentenceOf(error) })
    throw error
  }
}

interface RunEnd extends Partial<RunFacts> {
  readonly state: 'done' | 'failed'
  readonly finished_at: string
}

/** The words of an error that are meant for the operator; others may have anything in them. */
function sentenceOf(error: unknown): string {
  const name = error instanceof Error ? error.name : 'Error'
  if (error instanceof BackupError) return error.message.slice(0, 2_000)
  return name === 'AbortError' ? 'It was stopped before it ended.' : `It failed unexpectedly (${name}); see the log.`
}
