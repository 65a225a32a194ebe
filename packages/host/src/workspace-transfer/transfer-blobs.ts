/** Files of plugins, to a workspace file and from it. Their pieces in it have one length, whatever the store. */
import { createHash } from 'node:crypto'
import { BlobContents, type BlobQueries } from '../blobs/blob-contents.ts'
import { databasePieces } from '../blobs/database-pieces.ts'
import { inPieces } from '../blobs/in-pieces.ts'
import { blobModels } from '../blobs/models.ts'
import type { PieceStore } from '../blobs/piece-store.ts'
import { readContent } from '../blobs/read-content.ts'
import { leaseNow } from '../database/nodes/lease-clock.ts'
import type { Transactor } from '../database/transactor.ts'
import { boundTables } from './bound-tables.ts'
import { altered } from './file/frames.ts'
import type { Entry, FileBlob } from './file/entries.ts'
import { TransferError } from './transfer-error.ts'

const perRead = 100
/** Bytes of a line in base64 with a whole number of groups. */
const pieceSize = 192 * 1024
/** Milliseconds for one piece. */
const pieceTime = 120_000

/** Reads the blobs of a workspace. @param pieces the store outside of the database; undefined without one */
export async function* blobEntries(
  on: Transactor,
  pieces: PieceStore | undefined,
  orgId: string,
): AsyncGenerator<Entry> {
  const db = boundTables(blobModels, on)
  const stores = [databasePieces(db), ...(pieces === undefined ? [] : [pieces])]
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('host_blobs as b')
      .innerJoin('host_blob_contents as c', 'c.id', 'b.content_id')
      .select(['b.id', 'b.plugin', 'b.name', 'b.size', 'b.type', 'b.changed_at', 'b.content_id', 'c.store'])
      .where('b.org_id', '=', orgId)
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(perRead)
      .execute()
    for (const { content_id: content, store: name, ...blob } of rows) {
      const store = stores.find((each) => each.name === name)
      if (store === undefined) throw new TransferError(`A file is in the store "${name}". Set HOST_BLOBS as it was.`)
      yield { blob }
      yield* pieceEntries(store, { content, size: blob.size })
    }
    if (rows.length < perRead) return
    after = rows.at(-1)?.id ?? ''
  }
}

async function* pieceEntries(
  store: PieceStore,
  content: { readonly content: string; readonly size: number },
): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  const never = new AbortController().signal
  for await (const piece of inPieces(readContent(store, content), pieceSize, never)) {
    hash.update(piece)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64')
  }
  yield { blobEnd: hash.digest('hex') }
}

/** A blob whose bytes are stored, and which no name leads to. */
interface StagedBlob {
  readonly blob: FileBlob
  readonly content: string
}

/** Where the bytes of imported blobs go: no name leads to them before the transaction of the import. */
export class ImportedBlobs {
  readonly #contents: BlobContents
  readonly #store: PieceStore
  readonly #staged: StagedBlob[] = []
  readonly #now: () => string

  constructor(
    on: Transactor,
    { pieces, clock }: { readonly pieces: PieceStore | undefined; readonly clock: () => number },
  ) {
    const db = boundTables(blobModels, on)
    this.#contents = new BlobContents(db, () => leaseNow(on.dialect))
    this.#store = pieces ?? databasePieces(db)
    this.#now = () => new Date(clock()).toISOString()
  }

  /** Stores the bytes of the next blob of a file. @throws TransferError for other bytes than the file says */
  async stage(blob: FileBlob, entries: AsyncIterator<Entry>): Promise<void> {
    const content = await this.#contents.begin(this.#store.name)
    this.#staged.push({ blob, content })
    let position = 0
    for await (const piece of inPieces(
      piecesOf(blob, entries),
      this.#store.pieceSize,
      AbortSignal.timeout(pieceTime * 15),
    )) {
      await this.#store.write({ content, position }, piece, AbortSignal.timeout(pieceTime))
      position += 1
    }
  }

  /** Lets names lead to the bytes, inside the transaction of the import. @param idOf the id of a blob in this instance */
  async place(
    on: Transactor,
    orgId: string,
    renamed: (blob: FileBlob) => Pick<FileBlob, 'id' | 'name'>,
  ): Promise<void> {
    const db: BlobQueries = boundTables(blobModels, on)
    for (const { blob, content } of this.#staged) {
      if (!(await this.#contents.keep(db, content))) throw new TransferError('The import took too long. Try again.')
      const { plugin, size, type, changed_at } = blob
      await db
        .insertInto('host_blobs')
        .values({ ...renamed(blob), org_id: orgId, plugin, content_id: content, size, type, changed_at })
        .execute()
    }
    await this.#count(db, orgId)
  }

  /** Removes bytes that no name leads to. Never rejects: what is left is swept by a host within an hour. */
  async discard(): Promise<void> {
    for (const { content } of this.#staged) {
      try {
        if (!(await this.#contents.giveUp(content))) continue
        await this.#store.remove(content)
        await this.#contents.end(content)
      } catch {
        // The error that led here states the cause.
      }
    }
  }

  async #count(db: BlobQueries, orgId: string): Promise<void> {
    const bytes = this.#staged.reduce((sum, { blob }) => sum + blob.size, 0)
    if (bytes === 0) return
    await db.insertInto('host_blob_totals').values({ org_id: orgId, bytes, counted_at: this.#now() }).execute()
  }
}

/** The bytes of a blob, to its end and not further. */
async function* piecesOf({ size }: FileBlob, entries: AsyncIterator<Entry>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let length = 0
  for (;;) {
    const { value, done } = (await entries.next()) as IteratorResult<Entry, undefined>
    if (done === true || value === undefined) throw altered()
    if (typeof value !== 'string') {
      if (length === size && 'blobEnd' in value && value.blobEnd === hash.digest('hex')) return
      throw altered()
    }
    const bytes = Buffer.from(value, 'base64')
    length += bytes.length
    if (length > size) throw altered()
    hash.update(bytes)
    yield bytes
  }
}
