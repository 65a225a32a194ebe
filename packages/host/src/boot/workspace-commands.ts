/** The commands of `host workspace`, beside a running host or without one. */
import { join } from 'node:path'
import { makeCopyFolder } from '../backup/copy-folder.ts'
import { newKeyPair, readIdentity } from '../backup/chunks/recipient.ts'
import type { HostConfig } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { leaveNodes } from '../database/nodes/enter-nodes.ts'
import type { PluginEntry, RegisteredPlugin } from '../declared/plugin-entry.ts'
import { identityModels } from '../identity/index.ts'
import { subjectsOf } from '../identity/sessions/live-sessions.ts'
import { hostModels } from '../models/host-models.ts'
import { register } from '../plugins/register.ts'
import { BootError } from '../support/boot-error.ts'
import {
  exportWorkspace,
  type Exported,
  type ExportOptions,
  type TransferBuild,
} from '../workspace-transfer/export-workspace.ts'
import { importWorkspace, type Imported, type ImportOptions } from '../workspace-transfer/import-workspace.ts'
import { releaseWorkspace } from '../workspace-transfer/release-workspace.ts'
import { copyForTrial, type CopyCommandOptions } from './backup-commands.ts'
import { commandData, commandTrail, joinHosts, type CommandOptions } from './command-trail.ts'
import { migrateStage, planStage } from './migrate-stage.ts'
import { openStage } from './open-stage.ts'
import { withOfflineDatabase } from './with-offline-database.ts'

/** Options of every command on workspaces. */
export interface WorkspaceCommandOptions extends CommandOptions {
  readonly config: HostConfig
  readonly plugins: readonly PluginEntry[]
  readonly build: CopyCommandOptions['build']
  readonly signal: AbortSignal
}

/** The backup that a workspace is taken from, in place of the data of this moment. */
export type WorkspaceBackup = Pick<CopyCommandOptions, 'place' | 'backup' | 'identity'>

/** Options of `host workspace export`. */
export interface ExportCommandOptions
  extends WorkspaceCommandOptions, Pick<ExportOptions, 'workspace' | 'out' | 'recipient'> {
  readonly from: WorkspaceBackup | undefined
}

/** Exports a workspace to a file. @throws TransferError | BackupError | BootError; no file is left then */
export async function exportWorkspaceFile(options: ExportCommandOptions): Promise<Exported> {
  const plugins = registered(options)
  const { from } = options
  if (from !== undefined) return await exportFromBackup({ ...options, from }, plugins)
  return await withOfflineDatabase(options, async (database) => {
    await requireTables(database, plugins)
    const exported = await exportWorkspace({ ...options, build: buildOf(options, plugins) })
    const recorder = commandTrail(options, { database, data: commandData(database) })
    await recorder.record({ kind: 'workspace.exported', orgId: exported.orgId })
    return exported
  })
}

/** Takes it from a scratch copy of a backup, which is migrated to this build first. */
async function exportFromBackup(
  options: ExportCommandOptions & { readonly from: WorkspaceBackup },
  plugins: readonly RegisteredPlugin[],
): Promise<Exported> {
  await using copy = await copyForTrial({ ...options, ...options.from })
  const { config } = copy
  const database = await openStage({ ...options, config })
  try {
    const node = await migrateStage(database, plugins)
    await database.run(leaveNodes(database.dialect, node.id))
  } finally {
    await database.close()
  }
  return await exportWorkspace({ ...options, config, build: buildOf(options, plugins) })
}

/** Options of `host workspace import`. */
export type ImportCommandOptions = WorkspaceCommandOptions & Pick<ImportOptions, 'file' | 'opener' | 'slug' | 'isClone'>

/** Imports a workspace from a file; it is held. @throws TransferError | BootError; nothing is imported then */
export async function importWorkspaceFile(options: ImportCommandOptions): Promise<Imported> {
  const plugins = registered(options)
  return await withOfflineDatabase(options, async (database) => {
    await requireTables(database, plugins)
    const recorder = commandTrail(options, { database, data: commandData(database) })
    return await importWorkspace({ ...options, database, recorder, build: buildOf(options, plugins) })
  })
}

/** Options of `host workspace clone`. */
export interface CloneCommandOptions extends WorkspaceCommandOptions, Pick<ExportCommandOptions, 'workspace' | 'from'> {
  /** Of the clone. */
  readonly slug: string
}

/** Clones a workspace beside itself; the clone is held. @throws as an export and an import */
export async function cloneWorkspace(options: CloneCommandOptions): Promise<Imported> {
  const { config, clock } = options
  await using folder = await makeCopyFolder(config.dataFolder, clock())
  const [file, pair] = [join(folder.path, 'workspace'), await newKeyPair()]
  await exportWorkspaceFile({ ...options, out: file, recipient: { kind: 'recipient', recipient: pair.recipient } })
  const opener = { identity: await readIdentity(pair.identity) }
  return await importWorkspaceFile({ ...options, file, opener, isClone: true })
}

/** Options of `host workspace release`. */
export interface ReleaseCommandOptions extends CommandOptions {
  readonly workspace: string
}

/** Lets an imported or cloned workspace send. @throws TransferError | BootError */
export async function releaseHeldWorkspace(options: ReleaseCommandOptions): Promise<void> {
  await withOfflineDatabase(options, async (database) => {
    await using opened = new AsyncDisposableStack()
    const coherence = await joinHosts(options, database, opened)
    const data = commandData(database)
    const recorder = commandTrail(options, { database, data })
    const orgId = await releaseWorkspace({ ...options, db: data.forHost(identityModels), recorder })
    await coherence.forget(subjectsOf({ orgId }))
  })
}

function registered({ plugins: entries }: WorkspaceCommandOptions): readonly RegisteredPlugin[] {
  const { plugins, problems } = register(entries, () => undefined)
  if (problems.length > 0) throw new BootError('preflight', problems)
  return plugins
}

async function requireTables(database: Database, plugins: readonly RegisteredPlugin[]): Promise<void> {
  if ((await planStage(database, plugins)).length === 0) return
  throw new BootError('database', [
    'The database lacks the tables of this build. Start this version of the host once, then try again.',
  ])
}

function buildOf({ build: { version } }: WorkspaceCommandOptions, plugins: readonly RegisteredPlugin[]): TransferBuild {
  return {
    version,
    plugins: plugins.map(({ name, version: own, plugin: { migrations = [] } }) => ({
      name,
      version: own,
      migrations: migrations.map(({ id }) => id),
    })),
    models: [...hostModels, ...plugins.flatMap(({ plugin: { models } }) => models)],
  }
}
