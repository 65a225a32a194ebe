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
import { BackupRunning } from '../backup-error.ts'
import type { MadeBackup } from '../create-backup.ts'
import { seenEvery } from './run-liveness.ts'
import { noNote, noteOfError, type RunNote } from './run-note.ts'

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
export interface RunFacts extends RunNote {
  readonly backup_id: string
  /** ISO 8601. */
  readonly backup_at: string
  readonly bytes: number
  readonly added: number
}

/** The facts of a backup. */
export function factsOf({ head: { id, at, bytes, added } }: MadeBackup): RunFacts {
  return { backup_id: id, backup_at: at, bytes, added, ...noNote }
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
  await removeOldRuns(db, kind)
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
    else await set({ state: 'failed', finished_at: now(), ...noteOfError(error) })
    throw error
  }
}

/** Runs of each kind that are kept. */
const keptRuns = 200

/**
 * Removes the oldest runs of a kind. The first one stays, and so do the last that was done and the last that left nothing
 * out, however many have failed since: they tell how old the newest backup and its proof are.
 */
async function removeOldRuns(db: BackupDatabase, kind: RunOptions['kind']): Promise<void> {
  const ofKind = () => db.selectFrom('host_backup_runs').select(['id', 'started_at']).where('kind', '=', kind)
  const oldest = await ofKind()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keptRuns - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  const done = ofKind().where('state', '=', 'done').orderBy('started_at', 'desc').limit(1)
  const needed = await Promise.all(
    [ofKind().orderBy('started_at').limit(1), done, done.where('note', 'is', null)].map((each) =>
      each.executeTakeFirst(),
    ),
  )
  await db
    .deleteFrom('host_backup_runs')
    .where('kind', '=', kind)
    .where('started_at', '<', oldest.started_at)
    .where(
      'id',
      'not in',
      needed.flatMap((row) => row?.id ?? []),
    )
    .execute()
}

interface RunEnd extends Partial<RunFacts> {
  readonly state: 'done' | 'failed'
  readonly finished_at: string
}
