import { join } from 'node:path'
import { makeCopyFolder } from '../backup/copy-folder.ts'
import { copyInstance } from '../backup/copy-instance.ts'
import { createBackup, type BackedUpBuild, type MadeBackup } from '../backup/create-backup.ts'
import { drillBackup, type Drilled } from '../backup/drill-backup.ts'
import { readIdentity, readRecipient } from '../backup/chunks/recipient.ts'
import { openRepository, type BackupPlace } from '../backup/repository/open-repository.ts'
import type { Repository } from '../backup/repository/repository.ts'
import { factsOf, recordedRun } from '../backup/runs/recorded-run.ts'
import { noNote, noteOf } from '../backup/runs/run-note.ts'
import { restoreBackup, type Restored, type RestoreOptions } from '../backup/restore-backup.ts'
import { BackupError } from '../backup/backup-error.ts'
import { listBackups } from '../backup/backup-list.ts'
import type { BackupHead } from '../backup/backup-format.ts'
import type { HostConfig } from '../config/config.ts'
import type { ThreadCode } from '../support/start-thread.ts'
import type { Log } from '@host/plugin'
import { planStart, type StartOptions } from './plan-start.ts'
import { holdForRestore } from './refuse-moved.ts'
import { withOfflineDatabase } from './with-offline-database.ts'
import type { PluginEntry } from '../declared/plugin-entry.ts'

/** Options of a command on backups. */
export interface BackupCommandOptions {
  readonly config: HostConfig
  /** In place of `HOST_BACKUP`. */
  readonly place: BackupPlace | undefined
  readonly log: Log
  readonly threadCode?: ThreadCode | undefined
}

/** Options of `host backup`. */
export interface MakeBackupOptions extends BackupCommandOptions {
  readonly build: BackedUpBuild
  readonly signal: AbortSignal
}

/** Makes a backup beside a running host, or without one. @throws BackupError | BootError */
export async function makeBackup(options: MakeBackupOptions): Promise<MadeBackup> {
  const { config, build, signal } = options
  const repository = repositoryOf(options)
  const recipient = config.backup.recipient === undefined ? undefined : await readRecipient(config.backup.recipient)
  if (placeOf(options).kind === 's3' && recipient === undefined) {
    throw new BackupError('bucket_recipient', {})
  }
  const given = { config, repository, recipient, retention: config.backup.retention, build, signal, clock: Date.now }
  return await withOfflineDatabase(options, (database) =>
    recordedRun({ database, kind: 'backup', place: repository.place, clock: Date.now }, async () => {
      const made = await createBackup({ ...given, database })
      return [made, factsOf(made)]
    }),
  )
}

/** The backups of a place, the newest first. @throws BackupError */
export async function readBackups(options: Omit<BackupCommandOptions, 'log'>): Promise<readonly BackupHead[]> {
  return await listBackups(repositoryOf(options))
}

/** Options of `host backups drill`. */
export interface DrillCommandOptions extends BackupCommandOptions {
  readonly id: string | undefined
  /** The private key as text, in place of `HOST_BACKUP_IDENTITY`. */
  readonly identity: string | undefined
  readonly plugins: readonly PluginEntry[]
  readonly signal: AbortSignal
}

/** Tries a backup by restoring it beside the database. @throws BackupError | BootError */
export async function runDrill(options: DrillCommandOptions): Promise<Drilled> {
  const { config, id, log, threadCode, plugins, signal, identity = config.backup.identity } = options
  const repository = repositoryOf(options)
  const key = identity === undefined ? undefined : await readIdentity(identity)
  const tryDatabase = startOn({ config, log, threadCode, plugins })
  return await withOfflineDatabase(options, (database) =>
    recordedRun({ database, kind: 'drill', place: repository.place, clock: Date.now }, async () => {
      const drilled = await drillBackup({ config, repository, id, identity: key, signal, tryDatabase })
      const { head, depth } = drilled
      const left = depth === 'restored' ? noNote : noteOf({ code: 'chunks_only', facts: {} })
      return [drilled, { backup_id: head.id, backup_at: head.at, bytes: head.bytes, added: 0, ...left }]
    }),
  )
}

/** Tries whether a build can start on a SQLite file. */
function startOn({ config, log, threadCode, plugins }: StartOptions): (databaseUrl: string) => Promise<void> {
  return async (databaseUrl) => void (await planStart({ config: { ...config, databaseUrl }, log, threadCode, plugins }))
}

/** Options of `host restore`. */
export interface RestoreCommandOptions
  extends Omit<BackupCommandOptions, 'log'>, Pick<RestoreOptions, 'id' | 'confirm' | 'signal'> {
  readonly identity: string | undefined
  /** The build that starts on the restored data, which is tried before they take their place; not tried without. */
  readonly next?: Pick<DrillCommandOptions, 'plugins' | 'log'> | undefined
}

/** Restores a backup in place of a stopped instance's data; no move begins meanwhile. @throws BackupError | BootError | DatabaseError */
export async function restoreInstance(options: RestoreCommandOptions): Promise<Restored | undefined> {
  const { config, identity = config.backup.identity, next } = options
  const key = identity === undefined ? undefined : await readIdentity(identity)
  const tryDatabase = next === undefined ? {} : { tryDatabase: startOn({ ...options, ...next }) }
  const [repository, clock] = [repositoryOf(options), Date.now]
  await using _held = await holdForRestore(config.databaseUrl)
  return await restoreBackup({ ...options, ...tryDatabase, repository, identity: key, clock })
}

/** Options of a copy of an instance, for trying an executable on it. */
export interface CopyCommandOptions extends MakeBackupOptions {
  /** Whether the newest backup, or the one with this id, is copied instead of the data of this moment. */
  readonly backup: 'newest' | { readonly id: string } | undefined
  readonly identity: string | undefined
}

/** A copy, and the variables for a host on it. */
export interface CopyForTrial extends AsyncDisposable {
  readonly head: BackupHead
  readonly config: HostConfig
  readonly environment: Readonly<Record<string, string>>
}

/** Makes a copy of an instance beside it. @throws BackupError | BootError */
export async function copyForTrial(options: CopyCommandOptions): Promise<CopyForTrial> {
  const { config, backup, identity = config.backup.identity } = options
  await using made = new AsyncDisposableStack()
  const { path: folder } = made.use(await makeCopyFolder(config.dataFolder, Date.now()))
  const repository = backup === undefined ? await backUpInto(join(folder, 'backup'), options) : repositoryOf(options)
  const copy = made.use(
    await copyInstance({
      config,
      folder,
      repository,
      id: typeof backup === 'object' ? backup.id : undefined,
      identity: identity === undefined ? undefined : await readIdentity(identity),
      clock: Date.now,
    }),
  )
  const held = made.move()
  return {
    head: copy.head,
    config: { ...config, ...copy.config },
    environment: {
      HOST_DATA: folder,
      HOST_DATABASE_URL: copy.config.databaseUrl,
      HOST_BLOBS: copy.config.blobs.place.kind === 'folder' ? copy.config.blobs.place.path : 'database',
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Backs up the data of this moment, for a copy alone. */
async function backUpInto(folder: string, options: MakeBackupOptions): Promise<Repository> {
  const { config, build, signal } = options
  const repository = openRepository({ place: { kind: 'folder', path: folder }, keys: undefined, clock: Date.now })
  const given = { config, repository, recipient: undefined, retention: undefined, build, signal, clock: Date.now }
  await withOfflineDatabase(options, (database) => createBackup({ ...given, database }))
  return repository
}

function repositoryOf(options: Omit<BackupCommandOptions, 'log'>): Repository {
  return openRepository({ place: placeOf(options), keys: options.config.backup.keys, clock: Date.now })
}

function placeOf({ config, place = config.backup.place }: Omit<BackupCommandOptions, 'log'>): BackupPlace {
  if (place !== undefined) return place
  throw new BackupError('no_place', {})
}
