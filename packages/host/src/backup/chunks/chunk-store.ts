import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { freeBytes } from '../../support/free-bytes.ts'
import { requireFile, type Repository } from '../repository/repository.ts'
import { BackupError } from '../backup-error.ts'
import type { StoredStream } from '../backup-format.ts'
import { boxChunk, openChunk, type LentBytes } from './chunk-box.ts'
import { ChunkBuffers, cutStream } from './cut-stream.ts'
import type { Identity, Recipient } from './recipient.ts'

/** Chunks on their way to the place at once: each is up to 4 MiB, three times. */
const mostAtOnce = 2

/** The file of a chunk. */
export function fileOf(chunk: string): string {
  return `chunks/${chunk.slice(0, 2)}/${chunk}`
}

/** The name of the chunk in a file; undefined for another file. */
export function chunkOf(file: string): string | undefined {
  return /^chunks\/[0-9a-f]{2}\/([0-9a-f]{40})$/.exec(file)?.[1]
}

/** Options of the chunks of a backup that is being written. */
export interface ChunkWriterOptions {
  readonly repository: Repository
  readonly naming: KeyObject
  readonly recipient: Recipient | undefined
  readonly signal: AbortSignal
}

/** Writes chunks that are not there yet. */
export class ChunkWriter {
  readonly #options: ChunkWriterOptions
  readonly #there: Set<string>
  readonly #used = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  readonly #buffers = new ChunkBuffers()
  /** Bytes before compression, and bytes that were stored. */
  bytes = 0
  added = 0

  private constructor(options: ChunkWriterOptions, there: Set<string>) {
    this.#options = options
    this.#there = there
  }

  /** Looks which chunks are there. */
  static async open(options: ChunkWriterOptions): Promise<ChunkWriter> {
    const there = new Set<string>()
    for await (const file of options.repository.names('chunks/')) {
      const chunk = chunkOf(file)
      if (chunk !== undefined) there.add(chunk)
    }
    return new ChunkWriter(options, there)
  }

  /** The names of all chunks of this backup. */
  get used(): ReadonlySet<string> {
    return this.#used
  }

  /** Names of chunks that were there or were written. */
  get there(): ReadonlySet<string> {
    return this.#there
  }

  /** Stores a stream. */
  async write(
    name: string,
    content: AsyncIterable<Uint8Array>,
    columns: readonly string[] = [],
  ): Promise<StoredStream> {
    const [digest, chunks] = [createHash('sha256'), [] as string[]]
    let bytes = 0
    for await (const chunk of cutStream(content, this.#buffers)) {
      digest.update(chunk)
      bytes += chunk.length
      const named = createHmac('sha256', this.#options.naming).update(chunk).digest('hex').slice(0, 40)
      chunks.push(named)
      await this.#store(named, { bytes: chunk, release: () => this.#buffers.give(chunk) })
    }
    await this.#settled()
    this.bytes += bytes
    return { name, columns: [...columns], bytes, sha256: digest.digest('hex'), chunks }
  }

  /**
   * Stores something whose bytes never change, under a name made of its own; it is read only when it is not there yet.
   * @returns the name of its chunk
   */
  async writeOnce(key: string, size: number, read: () => Promise<Uint8Array>): Promise<string> {
    const named = createHmac('sha256', this.#options.naming).update(`once\0${key}`).digest('hex').slice(0, 40)
    if (!this.#used.has(named)) this.bytes += size
    if (this.#there.has(named)) this.#used.add(named)
    else await this.#store(named, { bytes: await read(), release: () => undefined })
    return named
  }

  /** Waits until everything is stored. @throws the first error */
  async #settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #store(chunk: string, lent: LentBytes): Promise<void> {
    this.#options.signal.throwIfAborted()
    this.#used.add(chunk)
    if (this.#there.has(chunk)) return lent.release()
    this.#there.add(chunk)
    const stored = this.#send(chunk, lent)
    this.#running.add(stored)
    // A failure is met by the next wait; until then it is not unhandled.
    stored.then(
      () => this.#running.delete(stored),
      () => undefined,
    )
    if (this.#running.size >= mostAtOnce) await Promise.race(this.#running)
  }

  async #send(chunk: string, lent: LentBytes): Promise<void> {
    const { repository, recipient } = this.#options
    const stored = await boxChunk(chunk, lent, recipient)
    await repository.write(fileOf(chunk), stored)
    this.added += stored.length
    freeBytes(stored)
  }

  /** Waits for the last chunks. Call it before the backup's own file is written. @throws the first error */
  async finish(): Promise<void> {
    await this.#settled()
  }
}

/** Reads chunks. */
export interface ChunkReader {
  read(chunk: string): Promise<Uint8Array>
}

/** How chunks are read. */
export interface ChunkReaderOptions {
  readonly repository: Repository
  /** Needed for a backup that is encrypted. */
  readonly identity: Identity | undefined
  /** Ends the work at the next chunk. */
  readonly signal?: AbortSignal | undefined
}

/** Reads the chunks of a place. */
export function chunkReader({ repository, identity, signal }: ChunkReaderOptions): ChunkReader {
  return {
    async read(chunk) {
      signal?.throwIfAborted()
      const stored = await requireFile(repository, fileOf(chunk))
      const bytes = await openChunk(chunk, stored, identity)
      freeBytes(stored)
      return bytes
    },
  }
}

/** The bytes of a stream, proved as a whole once the last one was given. @throws BackupError naming the damaged part */
export async function* readStream(reader: ChunkReader, stored: StoredStream): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  let bytes = 0
  const chunks = stored.chunks[Symbol.iterator]()
  // One chunk is fetched while the one before it is used.
  let next = fetchNext(reader, chunks)
  for (let now = await next; now !== undefined; now = await next) {
    next = fetchNext(reader, chunks)
    // Its failure is met when it is awaited.
    next.catch(() => undefined)
    digest.update(now)
    bytes += now.length
    yield now
  }
  if (bytes === stored.bytes && digest.digest('hex') === stored.sha256) return
  throw new BackupError('file_altered', { name: stored.name })
}

async function fetchNext(reader: ChunkReader, chunks: ArrayIterator<string>): Promise<Uint8Array | undefined> {
  const { done, value } = chunks.next()
  return done === true ? undefined : await reader.read(value)
}
