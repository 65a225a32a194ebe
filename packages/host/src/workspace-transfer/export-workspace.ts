/**
 * Exports a workspace to a file, beside a running host or without one: all of it is read in one moment of the database.
 */
import type { AnyModel } from '@host/plugin'
import type { BlobPlace } from '../blobs/blob-place.ts'
import { openPieces } from '../blobs/open-pieces.ts'
import type { PieceStore } from '../blobs/piece-store.ts'
import type { Signer } from '../blobs/s3/sign-request.ts'
import type { Transactor } from '../database/transactor.ts'
import type { KeyOptions } from '../security/encryption/open-root-keys.ts'
import { writeEntries, type Entry, type FileHead } from './file/entries.ts'
import { makeFileKey, type FileRecipient } from './file/file-key.ts'
import { fileRow } from './file/file-row.ts'
import { writeFrames } from './file/frames.ts'
import { findWorkspace } from './find-workspace.ts'
import { rewriteRow, rewriteText } from './id-rewriter.ts'
import { membersOf } from './people.ts'
import { readSnapshot } from './read-snapshot.ts'
import { transferTables, type TransferTables } from './transfer-tables.ts'
import { blobEntries } from './transfer-blobs.ts'
import { readWorkspaceKey } from './workspace-key.ts'
import { workspaceRows } from './workspace-rows.ts'
import { writeNewFile } from './write-new-file.ts'

/** The configuration of the instance that a workspace leaves or enters. */
export type TransferConfig = KeyOptions['config'] & {
  readonly blobs: { readonly place: BlobPlace; readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined }
}

/** The build whose tables travel, in the form of the head of a file. */
export interface TransferBuild extends Pick<FileHead, 'version' | 'plugins'> {
  readonly models: readonly AnyModel[]
}

/** Options of an export. */
export interface ExportOptions {
  readonly config: TransferConfig
  readonly build: TransferBuild
  /** The id or slug. */
  readonly workspace: string
  /** The file to be written; none is overwritten. */
  readonly out: string
  readonly recipient: FileRecipient
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly signal: AbortSignal
}

/** An export that was done. */
export interface Exported {
  readonly orgId: string
  readonly slug: string
  readonly people: number
  readonly rows: number
  readonly blobs: number
  /** Of the file. */
  readonly bytes: number
}

/** Exports a workspace. @throws TransferError, BootError; no file is left then */
export async function exportWorkspace(options: ExportOptions): Promise<Exported> {
  const { config, build, workspace, out, recipient, clock, signal } = options
  const tables = transferTables(build.models)
  const pieces = await openPieces({ ...config.blobs, clock })
  return await readSnapshot(config.databaseUrl, async (on) => {
    const found = await findWorkspace(on, workspace)
    const counts = { people: 0, rows: 0, blobs: 0 }
    const entries = counted(workspaceEntries({ ...options, on, tables, pieces }, found), counts)
    const parts = writeFrames(writeEntries(entries), await makeFileKey(recipient, found.id))
    const bytes = await writeNewFile(out, { parts, now: clock(), signal })
    return { orgId: found.id, slug: found.slug, bytes, ...counts }
  })
}

interface Source extends Pick<ExportOptions, 'config' | 'build'> {
  readonly on: Transactor
  readonly tables: TransferTables
  readonly pieces: PieceStore | undefined
}

type Found = Awaited<ReturnType<typeof findWorkspace>>

async function* workspaceEntries(
  { on, tables, pieces, config, build }: Source,
  workspace: Found,
): AsyncGenerator<Entry> {
  const { id: orgId } = workspace
  const { people, rewrite } = await membersOf(on, orgId)
  const { version, plugins } = build
  const { traveling, staying } = tables
  const heads = traveling.map(({ columns: { name: table, columns } }) => ({
    table,
    columns: columns.map(({ name }) => name),
  }))
  yield { head: { format: 1, version, plugins: [...plugins], tables: heads, staying: [...staying] } }
  yield { workspace }
  yield { key: await readWorkspaceKey(on, config, orgId) }
  for (const person of people) yield { person }
  for await (const entry of blobEntries(on, pieces, orgId)) {
    // A name may have the id of its author.
    yield typeof entry === 'object' && 'blob' in entry
      ? { blob: { ...entry.blob, name: rewriteText(entry.blob.name, rewrite) } }
      : entry
  }
  for (const table of traveling) {
    yield { table: table.model.table }
    for await (const row of workspaceRows(on, table, orgId)) yield fileRow(table.columns, rewriteRow(row, rewrite))
  }
}

async function* counted(
  entries: AsyncIterable<Entry>,
  counts: { people: number; rows: number; blobs: number },
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    if (Array.isArray(entry)) counts.rows += 1
    else if (typeof entry === 'object' && 'person' in entry) counts.people += 1
    else if (typeof entry === 'object' && 'blob' in entry) counts.blobs += 1
    yield entry
  }
}
