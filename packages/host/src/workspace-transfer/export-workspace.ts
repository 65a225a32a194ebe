/**
 * Exports a workspace to a file, beside a running host or without one: all of it is read in one moment of the database. The
 * file gets its name once it is complete and on the disk.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AnyModel } from '@host/plugin'
import type { BlobPlace } from '../blobs/blob-place.ts'
import { openPieces } from '../blobs/open-pieces.ts'
import type { PieceStore } from '../blobs/piece-store.ts'
import type { Signer } from '../blobs/s3/sign-request.ts'
import type { Transactor } from '../database/transactor.ts'
import type { KeyOptions } from '../security/encryption/open-root-keys.ts'
import { syncPath } from '../support/files.ts'
import { writeEntries, type Entry, type FileHead } from './file/entries.ts'
import { makeFileKey, type FileRecipient } from './file/file-key.ts'
import { fileRow } from './file/file-row.ts'
import { writeFrames } from './file/frames.ts'
import { findWorkspace } from './find-workspace.ts'
import { rewriteRow, rewriteText } from './id-rewriter.ts'
import { membersOf } from './people.ts'
import { readSnapshot } from './read-snapshot.ts'
import { TransferError } from './transfer-error.ts'
import { transferTables, type TransferTables } from './transfer-tables.ts'
import { blobEntries } from './transfer-blobs.ts'
import { readWorkspaceKey } from './workspace-key.ts'
import { workspaceRows } from './workspace-rows.ts'

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
    const frames = writeFrames(writeEntries(entries), await makeFileKey(recipient, found.id))
    return { orgId: found.id, slug: found.slug, bytes: await writeNewFile(out, frames, signal), ...counts }
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

/** Writes a file that gets its name once it is complete. @returns its bytes @throws TransferError when the name is taken */
async function writeNewFile(out: string, parts: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  if (existsSync(out)) throw isTaken(out)
  const partial = `${out}.${randomBytes(8).toString('hex')}.part`
  const file = await open(partial, 'wx', 0o600)
  try {
    const bytes = await writeParts(file, parts, signal)
    await link(partial, out)
    await syncPath(dirname(out))
    return bytes
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? isTaken(out) : error
  } finally {
    await rm(partial, { force: true })
  }
}

async function writeParts(opened: FileHandle, parts: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  await using file = opened
  let bytes = 0
  for await (const part of parts) {
    signal.throwIfAborted()
    bytes += part.length
    await file.writeFile(part)
  }
  await file.sync()
  return bytes
}

function isTaken(out: string): TransferError {
  return new TransferError(`"${out}" exists. Choose another name, or remove it.`)
}
