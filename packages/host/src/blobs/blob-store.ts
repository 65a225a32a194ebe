/**
 * The blobs of all plugins and workspaces. Names, sizes and types are only in the database; the bytes are in the store
 * that the operator chose, each content under an id of its own:
 *
 *   put:  begin a content ─► its pieces, each durable ─► one transaction: the name leads to it, the former is left
 *         few bytes for the database ─► one transaction: the content, its piece, and the name
 *   get:  the name's content ─► its pieces, one at a time
 *
 * So listing, erasing and cleaning up after a crash work the same on every store, and a store only has to write and
 * read pieces. A content stays where it was written when the operator chooses another store.
 */
import type { BlobFacts } from '@host/plugin'
import { Problem } from '@host/plugin'
import { DatabaseError } from '../database/database-error.ts'
import type { BlobContents, BlobQueries } from './blob-contents.ts'
import type { BlobName } from './blob-name.ts'
import { inPieces, type BlobBody } from './in-pieces.ts'
import { writePieces } from './database-pieces.ts'
import type { BlobDatabase, PieceStoreName } from './models.ts'
import { nameContents, type BlobOwner, type NamedContent } from './name-contents.ts'
import type { PieceStore } from './piece-store.ts'
import { readContent } from './read-content.ts'
import type { StorageLimit, StoredBytes } from './stored-bytes.ts'

/** Options of the blob store. */
export interface BlobStoreOptions {
  /** Reads and writes as a part of the transaction that it is called in. */
  readonly db: BlobDatabase
  readonly contents: BlobContents
  readonly bytes: StoredBytes
  /** The stores that there are; new contents go to the first. */
  readonly stores: readonly [PieceStore, ...PieceStore[]]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The transaction that the calling code is inside of. */
  readonly joined: () => object | undefined
  /** Runs `work` after the commit of the running transaction. */
  readonly afterCommit: (work: () => void) => void
  /** Keeps a workspace from being erased until the running transaction ends. @returns false for an erased one */
  readonly holdWorkspace: (orgId: string) => Promise<boolean>
}

/** How a blob is put. */
export interface PutOptions {
  readonly type: string
  readonly signal?: AbortSignal | undefined
}

/** Bytes that no name leads to yet: in a store, or in memory until a transaction writes them together with their name. */
export type StagedContent = StoredContent | HeldContent

interface StagedFacts {
  /** Bytes. */
  readonly size: number
  /** Of the workspace that they were staged for. */
  readonly limit: StorageLimit
}

interface StoredContent extends StagedFacts {
  readonly content: string
}

interface HeldContent extends StagedFacts {
  /** Undefined once they are discarded or committed. */
  held: Uint8Array | undefined
}

/** Staged bytes with the name that they get. */
export interface PlacedContent {
  readonly name: string
  readonly staged: StagedContent
  readonly type: string
}

interface PlacedHeld extends PlacedContent {
  readonly staged: HeldContent
}

/** A blob as its row says. */
export interface BlobRow extends BlobFacts {
  readonly id: string
  readonly plugin: string
  readonly content: string
  readonly store: PieceStoreName
}

/** Which blobs to list. */
export interface ListRequest {
  readonly orgId: string
  readonly plugin: string
  readonly prefix: string
  readonly after: string
  readonly limit: number
}

/** The largest blob, in bytes. */
const largest = 100 * 1024 * 1024
/** Milliseconds; less than the time limit for writing a content. */
const longestPut = 30 * 60_000

export class BlobStore {
  readonly #options: BlobStoreOptions
  /** Workspaces by the transaction that they are held in: one that places several blobs holds its workspace once. */
  readonly #holds = new WeakMap<object, Map<string, Promise<boolean>>>()

  constructor(options: BlobStoreOptions) {
    this.#options = options
  }

  /**
   * @throws Problem `body_too_large`, `service_unavailable`, `not_found` for an erased workspace, `quota_exceeded` and
   *   `tier_required` above the plan
   */
  async put(at: BlobName, body: BlobBody, { type, signal }: PutOptions): Promise<BlobFacts> {
    const staged = await this.stage(at.orgId, body, signal)
    try {
      return await this.place(at, staged, type)
    } catch (error) {
      await this.discard(staged)
      throw error
    }
  }

  /** Refuses bytes before they are received. @throws Problem `quota_exceeded`, `tier_required` */
  async requireRoom(orgId: string, bytes: number): Promise<void> {
    await this.#options.bytes.requireRoom(orgId, bytes)
  }

  /**
   * Takes bytes of a workspace that no name leads to yet. Without `place` they are removed by `discard`, or by the sweeper an hour
   * later. Few bytes for the database stay in memory, so that their place costs one commit.
   * @throws as `put`
   */
  async stage(orgId: string, body: BlobBody, signal?: AbortSignal): Promise<StagedContent> {
    if (this.#options.joined() !== undefined) throw insideTransaction()
    if (body instanceof Uint8Array && body.length > largest) throw tooLarge()
    const { contents, stores, bytes } = this.#options
    const [store] = stores
    // A transaction can't read it.
    const limit = await bytes.limitOf(orgId)
    if (body instanceof Uint8Array && store.name === 'database' && body.length <= store.pieceSize) {
      return { held: new Uint8Array(body), size: body.length, limit }
    }
    const content = await contents.begin(store.name)
    const ends = AbortSignal.any([AbortSignal.timeout(longestPut), ...(signal === undefined ? [] : [signal])])
    try {
      return Object.freeze({ content, size: await this.#write(store, { content, body, signal: ends }), limit })
    } catch (error) {
      await this.#giveUp(store, content)
      throw error
    }
  }

  /** Lets a name lead to staged bytes; inside a transaction as a part of it. @throws as `put` */
  async place(at: BlobName, staged: StagedContent, type: string): Promise<BlobFacts> {
    await this.placeAll(at, [{ name: at.name, staged, type }])
    return Object.freeze({ key: at.name, size: staged.size, type, changedAt: this.#now() })
  }

  /** The same for several names, all or none, with few statements for bytes in memory. @throws as `put` */
  async placeAll(owner: BlobOwner, places: readonly PlacedContent[]): Promise<void> {
    await this.#options.db.transaction(async (queries: BlobQueries) => {
      if (!(await this.#hold(owner.orgId))) throw new Problem('not_found')
      await this.#count(queries, owner, places)
      const held: PlacedHeld[] = []
      for (const { name, staged, type } of places) {
        if ('content' in staged) await this.#lead(queries, owner, { name, ...staged, type })
        else held.push({ name, staged, type })
      }
      await this.#leadToHeld(queries, owner, held)
    })
  }

  /** Removes staged bytes, unless a name leads to them or has led to them. Never rejects. */
  async discard(staged: StagedContent): Promise<void> {
    if ('content' in staged) await this.#giveUp(this.#options.stores[0], staged.content)
    else staged.held = undefined
  }

  async find({ orgId, plugin, name }: BlobName): Promise<BlobRow | undefined> {
    const row = await this.#select(orgId).where('plugin', '=', plugin).where('name', '=', name).executeTakeFirst()
    return row && rowOf(row)
  }

  /** The bytes of a blob. @throws Problem `service_unavailable` when they stand in a store that is not there */
  read({ content, store, size }: BlobRow): ReadableStream<Uint8Array> {
    const known = this.#options.stores.find(({ name }) => name === store)
    if (known !== undefined) return readContent(known, { content, size })
    throw new Problem('service_unavailable', {
      cause: new Error(`A blob is in the store "${store}", which HOST_BLOBS no longer points to.`),
    })
  }

  async delete({ orgId, plugin, name }: BlobName): Promise<boolean> {
    const { db, contents } = this.#options
    return await db.transaction(async (queries) => {
      const gone = await queries
        .deleteFrom('host_blobs')
        .where('org_id', '=', orgId)
        .where('plugin', '=', plugin)
        .where('name', '=', name)
        .returning('content_id')
        .executeTakeFirst()
      if (gone !== undefined) await contents.leave(queries, gone.content_id)
      return gone !== undefined
    })
  }

  /** By name. A prefix ends before "~", which sorts behind all that names have. */
  async list({ orgId, plugin, prefix, after, limit }: ListRequest): Promise<readonly BlobRow[]> {
    const rows = await this.#select(orgId)
      .where('plugin', '=', plugin)
      .where('name', '>=', prefix)
      .where('name', '<', `${prefix}~`)
      .where('name', '>', after)
      .orderBy('name')
      .limit(limit)
      .execute()
    return rows.map(rowOf)
  }

  /** The blobs of a workspace behind an id, whichever plugin's. */
  async page(orgId: string, after: string, limit: number): Promise<readonly BlobRow[]> {
    const rows = await this.#select(orgId).where('blob.id', '>', after).orderBy('blob.id').limit(limit).execute()
    return rows.map(rowOf)
  }

  #select(orgId: string) {
    return this.#options.db
      .selectFrom('host_blobs as blob')
      .innerJoin('host_blob_contents as content', 'content.id', 'blob.content_id')
      .select(['blob.id', 'plugin', 'name', 'size', 'type', 'changed_at', 'content_id', 'content.store'])
      .where('org_id', '=', orgId)
  }

  async #write(
    store: PieceStore,
    { content, body, signal }: { readonly content: string; readonly body: BlobBody; readonly signal: AbortSignal },
  ): Promise<number> {
    let [position, size] = [0, 0]
    for await (const piece of inPieces(body, store.pieceSize, signal)) {
      size += piece.length
      if (size > largest) throw tooLarge()
      await stored(store.write({ content, position }, piece, signal), signal)
      position += 1
    }
    return size
  }

  /** Before the names lead to the bytes, so that a refusal leaves none of them. */
  async #count(queries: BlobQueries, owner: BlobOwner, places: readonly PlacedContent[]): Promise<void> {
    const limit = places.at(-1)?.staged.limit
    if (limit === undefined) return
    const bytes = places.reduce((sum, { staged }) => sum + staged.size, 0)
    await this.#options.bytes.add(queries, { ...owner, names: places.map(({ name }) => name), bytes, limit })
  }

  /** Lets the name lead to a stored content, from now on and for everyone. */
  async #lead(queries: BlobQueries, owner: BlobOwner, named: NamedContent): Promise<void> {
    const isKept = await this.#options.contents.keep(queries, named.content)
    if (!isKept) throw new Problem('service_unavailable')
    await this.#name(queries, owner, [named])
  }

  /** Writes bytes and their names together. They stay in memory until the commit: a transaction may be tried again. */
  async #leadToHeld(queries: BlobQueries, owner: BlobOwner, places: readonly PlacedHeld[]): Promise<void> {
    const { contents, afterCommit } = this.#options
    for (const some of ofFewBytes(places)) {
      const ids = await contents.beginKept(queries, some.length)
      const known = some.map((place, at) => ({ ...place, content: ids[at] ?? '', size: place.bytes.length }))
      const pieces = known.filter(({ size }) => size > 0).map((place) => ({ ...place, position: 0 }))
      await Promise.all([this.#name(queries, owner, known), writePieces(queries, pieces)])
    }
    afterCommit(() => {
      for (const { staged } of places) staged.held = undefined
    })
  }

  /** Lets names lead to contents, and leaves those that they led to before. */
  async #name(queries: BlobQueries, owner: BlobOwner, named: readonly NamedContent[]): Promise<void> {
    const formers = await nameContents(queries, owner, { named, changedAt: this.#now() })
    for (const former of formers) await this.#options.contents.leave(queries, former)
  }

  #now(): string {
    return new Date(this.#options.clock()).toISOString()
  }

  async #hold(orgId: string): Promise<boolean> {
    const { joined, holdWorkspace } = this.#options
    const transaction = joined()
    if (transaction === undefined) return await holdWorkspace(orgId)
    const held = this.#holds.get(transaction) ?? new Map<string, Promise<boolean>>()
    this.#holds.set(transaction, held)
    const hold = held.get(orgId) ?? holdWorkspace(orgId)
    held.set(orgId, hold)
    return await hold
  }

  /** If it can't be removed now, the sweeper finds it. */
  async #giveUp(store: PieceStore, content: string): Promise<void> {
    try {
      if (!(await this.#options.contents.giveUp(content))) return
      await store.remove(content)
      await this.#options.contents.end(content)
    } catch {
      // The error that led here states the cause.
    }
  }
}

/** Pieces of one statement, in bytes: the event loop copies them at once. */
const mostTogether = 1024 * 1024

interface HeldBytes extends PlacedHeld {
  readonly bytes: Uint8Array
}

/** Groups of few bytes each, in order. @throws Problem `service_unavailable` for bytes that were placed or discarded */
function ofFewBytes(places: readonly PlacedHeld[]): readonly (readonly HeldBytes[])[] {
  const groups: HeldBytes[][] = []
  let left = 0
  for (const place of places) {
    const { held: bytes } = place.staged
    if (bytes === undefined) throw new Problem('service_unavailable')
    if (groups.length === 0 || bytes.length > left) {
      groups.push([])
      left = mostTogether
    }
    groups.at(-1)?.push({ ...place, bytes })
    left -= bytes.length
  }
  return groups
}

interface Selected {
  readonly id: string
  readonly plugin: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly changed_at: string
  readonly content_id: string
  readonly store: PieceStoreName
}

function rowOf({ name: key, changed_at: changedAt, content_id: content, ...rest }: Selected): BlobRow {
  return Object.freeze({ ...rest, key, changedAt, content })
}

async function stored(writing: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await writing
  } catch (cause) {
    signal.throwIfAborted()
    throw new Problem('service_unavailable', { cause })
  }
}

function tooLarge(): Problem {
  return new Problem('body_too_large', {
    detail: { en: 'Files can have at most 100 MiB.', zh: '单个文件最大为 100 MiB。' },
  })
}

function insideTransaction(): DatabaseError {
  return new DatabaseError(
    'outside_transaction',
    'A blob was stored inside a transaction: store it first, then write its key in the transaction.',
  )
}
