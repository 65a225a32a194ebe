/**
 * The contents of blobs that stand outside of the database. They never change, so each piece is stored once, under a name
 * made of its own; and whether it is there is known without reading it.
 */
import type { PieceStore } from '../blobs/piece-store.ts'
import { BackupError } from './backup-error.ts'
import type { ChunkWriter } from './chunks/chunk-store.ts'

/** A content, with the chunks of its pieces. */
export interface OutsideBlob {
  readonly id: string
  readonly chunks: readonly string[]
}

/** Runs a query that reads. */
export type ReadQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

const perPage = 1_000

interface Content {
  readonly id: string
  readonly size: number
}

/** The contents that names lead to, by pages. */
async function* contents(query: ReadQuery): AsyncGenerator<Content> {
  for (let after = ''; ;) {
    const rows = await query(
      `select b.id, b.content_id, b.size from host_blobs as b join host_blob_contents as c on c.id = b.content_id
       where c.store <> 'database' and b.id > '${after}' order by b.id limit ${perPage}`,
    )
    for (const { content_id: id, size } of rows) yield { id: String(id), size: Number(size) }
    if (rows.length < perPage) return
    after = String(rows.at(-1)?.['id'])
  }
}

/** Options of a copy of the contents. */
export interface OutsideOptions {
  readonly query: ReadQuery
  readonly pieces: PieceStore | undefined
  readonly writer: ChunkWriter
}

/** Stores what is there now, before the snapshot: so little is left to read after it, and nothing is deleted meanwhile. */
export async function storeAhead(options: OutsideOptions): Promise<void> {
  for await (const content of contents(options.query)) {
    await storeContent(options, content).catch((error: unknown) => {
      // It may have been deleted since it was listed; the look after the snapshot decides.
      if (!(error instanceof BackupError)) throw error
    })
  }
}

/** A line of JSON for each content of the snapshot, each stored. @throws BackupError for one whose bytes are missing */
export async function* outsideBlobs(options: OutsideOptions): AsyncGenerator<Uint8Array> {
  for await (const content of contents(options.query)) {
    const blob: OutsideBlob = { id: content.id, chunks: await storeContent(options, content) }
    yield new TextEncoder().encode(`${JSON.stringify(blob)}\n`)
  }
}

async function storeContent({ pieces, writer }: OutsideOptions, { id, size }: Content): Promise<readonly string[]> {
  if (pieces === undefined) {
    throw new BackupError('blobs_unset', {})
  }
  const count = Math.ceil(size / pieces.pieceSize)
  const chunks: string[] = []
  for (let position = 0; position < count; position += 1) {
    const length = Math.min(pieces.pieceSize, size - position * pieces.pieceSize)
    chunks.push(await writer.writeOnce(`${id} ${position}`, length, () => readPiece(pieces, { content: id, position })))
  }
  return chunks
}

async function readPiece(pieces: PieceStore, name: { readonly content: string; readonly position: number }) {
  const bytes = await pieces.read(name)
  if (bytes !== undefined) return bytes
  throw new BackupError('file_part_missing', { name: name.content })
}

/** Reads the lines of `outsideBlobs`. @throws BackupError for a line that is none */
export async function* readOutsideBlobs(lines: AsyncIterable<Uint8Array>): AsyncGenerator<OutsideBlob> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of lines) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) yield blobOf(line)
  }
  if (rest !== '') throw new BackupError('file_list_cut', {})
}

function blobOf(line: string): OutsideBlob {
  const { id, chunks } = JSON.parse(line) as Readonly<Record<string, unknown>>
  const areChunks = Array.isArray(chunks) && chunks.every((chunk) => /^[0-9a-f]{40}$/.test(String(chunk)))
  if (!areChunks || !/^[a-z0-9_]{1,64}$/.test(String(id))) {
    throw new BackupError('file_list_altered', {})
  }
  return { id: String(id), chunks: chunks.map(String) }
}
