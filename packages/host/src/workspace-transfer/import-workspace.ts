/**
 * Imports a workspace from a file, whole or not at all:
 *
 *   prove the file -> bytes of blobs, which no name leads to -> one transaction: workspace, key, accounts, blobs, rows
 *
 * A file from elsewhere is not trusted. Every row is written for the new workspace, by inserts alone, so none can reach or
 * change a row of another one; references are checked by the database. A process that is killed leaves bytes without a name,
 * which a host sweeps within an hour.
 */
import { createSecretKey, randomBytes } from 'node:crypto'
import { Problem, UniqueViolation } from '@host/plugin'
import { openPieces } from '../blobs/open-pieces.ts'
import { DatabaseError } from '../database/database-error.ts'
import type { Database } from '../database/database.ts'
import { HeldTransaction } from '../database/held-transaction.ts'
import type { Transactor } from '../database/transactor.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { tablesOfFile, type FileTable } from './check-head.ts'
import type { TransferBuild, TransferConfig } from './export-workspace.ts'
import type { Entry } from './file/entries.ts'
import type { FileOpener } from './file/file-key.ts'
import { WorkspaceFile, type FileSummary } from './file/workspace-file.ts'
import { beginImport, type ImportLimits } from './import-limit.ts'
import { newIds, type RewriteId } from './id-rewriter.ts'
import { TransferError } from './transfer-error.ts'
import { ImportedBlobs } from './transfer-blobs.ts'
import { transferNotes, transferTables } from './transfer-tables.ts'
import { WorkspaceWriter } from './workspace-writer.ts'

/** Options of an import. */
export interface ImportOptions {
  readonly config: TransferConfig
  readonly build: TransferBuild
  readonly database: Database
  readonly file: string
  readonly opener: FileOpener
  /** In place of that of the file. */
  readonly slug: string | undefined
  /** Whether the workspace and its rows get new ids, beside an original. */
  readonly isClone: boolean
  /** Joins the transaction that it is called in. */
  readonly recorder: ChangeRecorder<SilentChange>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly signal: AbortSignal
  /** In place of the usual ones. */
  readonly limits?: ImportLimits
}

/** An import that was done. */
export interface Imported {
  readonly orgId: string
  readonly slug: string
  readonly name: string
  /** Members, and accounts that were made for them. */
  readonly people: number
  readonly accounts: number
  readonly rows: number
  readonly blobs: number
  /** The differences between it and its original. */
  readonly notes: readonly string[]
}

/** Imports a workspace. @throws TransferError, BootError; nothing is imported then */
export async function importWorkspace(options: ImportOptions): Promise<Imported> {
  const { build, config, database, clock, signal } = options
  await using file = await WorkspaceFile.open(options.file, options.opener)
  const summary = await file.prove(signal)
  const plan: ImportPlan = {
    ...options,
    source: file,
    summary,
    tables: tablesOfFile(summary.head, transferTables(build.models)),
    newIds: idsOf(options),
  }
  const pieces = await openPieces({ ...config.blobs, clock })
  const blobs = new ImportedBlobs(database, { pieces, clock })
  try {
    await stageBlobs(plan, blobs)
    using term = beginImport(config.databaseUrl, options.limits)
    return await database.transaction(
      (connection) => place(plan, new HeldTransaction(database.dialect, connection), blobs),
      { limit: term.limit },
    )
  } catch (error) {
    await blobs.discard()
    throw explained(error, options)
  }
}

/** An import whose file was proved. */
export interface ImportPlan extends ImportOptions {
  readonly source: WorkspaceFile
  readonly summary: FileSummary
  readonly tables: ReadonlyMap<string, FileTable>
  readonly newIds: RewriteId
}

function idsOf({ isClone, build }: ImportOptions): RewriteId {
  if (!isClone) return (id) => id
  return newIds(transferTables(build.models).prefixes, createSecretKey(randomBytes(32)))
}

/** Bytes of blobs are read again between two rows, and nothing is sent to the server meanwhile. */
const withoutIdleLimit = 'set local idle_in_transaction_session_timeout = 0'

async function place(plan: ImportPlan, on: Transactor, blobs: ImportedBlobs): Promise<Imported> {
  const { source, summary, signal, isClone, recorder } = plan
  if (on.dialect === 'postgres') await on.run({ sql: withoutIdleLimit, parameters: [], writes: true })
  const writer = new WorkspaceWriter(plan, on, blobs)
  for await (const entry of source.entries(signal)) await writer.write(entry)
  if (writer.hasLoose) for await (const entry of source.entries(signal)) await writer.tie(entry)
  const { orgId, slug, accounts } = writer.placed
  const { name } = summary.workspace
  const { sha256, people, blobs: files, tables } = summary.end
  for (const log of [orgId, undefined]) {
    await recorder.record({ kind: 'workspace.imported', orgId: log, workspaceId: orgId, slug, name, isClone, sha256 })
  }
  const notes = transferNotes(transferTables(plan.build.models), isClone)
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return { orgId, slug, name, people, accounts, rows, blobs: files, notes }
}

async function stageBlobs({ source, signal }: ImportPlan, blobs: ImportedBlobs): Promise<void> {
  const entries = source.entries(signal)
  for (;;) {
    const { value: entry } = (await entries.next()) as IteratorResult<Entry, undefined>
    if (entry === undefined || (typeof entry === 'object' && ('table' in entry || 'end' in entry))) break
    if (typeof entry === 'object' && 'blob' in entry) await blobs.stage(entry.blob, entries)
  }
  await entries.return(undefined)
}

/** The refusal of a row by the database, in a sentence for the operator. */
function explained(error: unknown, { isClone }: ImportOptions): unknown {
  if (error instanceof UniqueViolation) {
    const taken = `A row of the table "${error.table}" has the ${error.columns.join(', ')} of another row of this instance`
    const hint = isClone ? '.' : ': import the workspace as a clone with --clone, or delete that row.'
    return new TransferError(taken + hint, { cause: error })
  }
  if (error instanceof DatabaseError && error.code === 'transaction_timeout') {
    return new TransferError('The import took too long. On SQLite, stop the host first, then try again.', {
      cause: error,
    })
  }
  if (error instanceof Problem) {
    return new TransferError(`A row of the file was refused: ${error.message}`, { cause: error })
  }
  if (error instanceof DatabaseError && error.code === 'invalid_value') {
    return new TransferError(`A row of the file was refused: ${error.message}`, { cause: error })
  }
  return error
}
