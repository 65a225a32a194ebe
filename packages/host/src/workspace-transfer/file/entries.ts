/**
 * The content of a workspace file, line by line:
 *
 *   {"head":…} {"workspace":…} {"key":…} {"person":…}* ({"blob":…} "piece"* {"blobEnd":…})* ({"table":…} [row]*)* {"end":…}
 */
import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod'
import { TransferError } from '../transfer-error.ts'
import { altered } from './frames.ts'

/** The most characters of a line: the longest row. */
const longestLine = 32 * 1024 * 1024
/** The most members of a workspace in a file. */
const mostPeople = 100_000
/** The largest file of a plugin, in bytes. */
const largestBlob = 100 * 1024 * 1024
/** The most files of plugins in a workspace file, and their bytes together. */
const mostBlobs = 200_000
const mostBlobBytes = 256 * 1024 ** 3
/** The most names of a key: each clone of a clone adds one. */
const mostOrigins = 1_000

function makeSchemas() {
  const count = z.int().nonnegative()
  const digest = z.string().regex(/^[0-9a-f]{64}$/)
  const id = z.string().regex(/^[a-z]{1,20}_[0-9a-z]{1,43}$/)
  const name = z.string().min(1).max(64)
  const table = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
  const origins = z.array(z.strictObject({ id, workspace: id })).max(mostOrigins)
  const head = z.strictObject({
    format: z.literal(1),
    /** Of the host. */
    version: name,
    plugins: z
      .array(z.strictObject({ name, version: name, migrations: z.array(z.string().max(200)).max(1_000) }))
      .max(1_000),
    /** The tables that follow, in their order, with the columns of their rows. */
    tables: z.array(z.strictObject({ table, columns: z.array(table).max(2_000) })).max(5_000),
    /** The tables whose rows stay in their instance. */
    staying: z.array(z.strictObject({ table, reason: z.string().max(300) })).max(5_000),
  })
  const workspace = z.strictObject({
    id,
    slug: z.string().max(63),
    name: z.string().max(100),
    accent: z.string().max(7).nullable(),
    logo: z.string().max(43).nullable(),
    time_zone: z.string().max(64),
    requires_second_factor: z.boolean(),
    created_at: z.iso.datetime(),
  })
  /** The data key that sealed values of the workspace open with; null for a workspace without any. */
  const key = z.strictObject({ id, bytes: z.base64url().length(43), origins }).nullable()
  const person = z.strictObject({ id, email: z.string().max(254), name: z.string().max(100) })
  const blob = z.strictObject({
    id,
    plugin: name,
    name: z.string().min(1).max(300),
    size: count.max(largestBlob),
    type: z.string().max(200),
    changed_at: z.iso.datetime(),
  })
  const end = z.strictObject({
    people: count,
    blobs: count,
    bytes: count,
    tables: z.record(z.string(), z.strictObject({ rows: count, sha256: digest })),
    sha256: digest,
  })
  const object = z.union([
    z.strictObject({ head }),
    z.strictObject({ workspace }),
    z.strictObject({ key }),
    z.strictObject({ person }),
    z.strictObject({ blob }),
    z.strictObject({ blobEnd: digest }),
    z.strictObject({ table }),
    z.strictObject({ end }),
  ])
  return { head, workspace, key, person, blob, end, object }
}

type Schemas = ReturnType<typeof makeSchemas>
let made: Schemas | undefined
const schemas = (): Schemas => (made ??= makeSchemas())

export type FileHead = z.infer<Schemas['head']>
export type FileWorkspace = z.infer<Schemas['workspace']>
export type FileKey = NonNullable<z.infer<Schemas['key']>>
export type FilePerson = z.infer<Schemas['person']>
export type FileBlob = z.infer<Schemas['blob']>
export type FileEnd = z.infer<Schemas['end']>

/** A line. */
export type Entry =
  | z.infer<Schemas['object']>
  /** A part of the blob before it, in base64. */
  | string
  /** A row of the table before it. */
  | readonly unknown[]

/** Writes entries as lines, and after them the counts and hashes of all. */
export async function* writeEntries(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  const counts = new EntryCounts()
  for await (const entry of entries) {
    const line = JSON.stringify(entry)
    counts.add(entry, line)
    yield line
  }
  yield JSON.stringify({ end: counts.end() })
}

/** Reads the entries of lines. @throws TransferError for a line that is none, and for counts or hashes that differ */
export async function* readEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const counts = new EntryCounts()
  let kind: Kind = 'start'
  for await (const line of linesOf(bytes)) {
    const entry = entryOf(line)
    const next = kindOf(entry)
    if (!followers[kind].includes(next)) throw altered()
    kind = next
    if (typeof entry === 'object' && 'end' in entry) {
      if (JSON.stringify(counts.end()) !== JSON.stringify(entry.end)) throw altered()
    } else counts.add(entry, line)
    yield entry
  }
  if (kind !== 'end') throw altered()
}

/** Whether an entry is a row. */
export function isRow(entry: Entry): entry is readonly unknown[] {
  return Array.isArray(entry)
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: string[] = []
  let length = 0
  for await (const text of textsOf(bytes)) {
    const [first = '', ...more] = text.split('\n')
    rest.push(first)
    length += first.length
    if (length > longestLine) throw new TransferError('A row in the file is longer than any that a workspace can have.')
    for (const next of more) {
      yield rest.join('')
      rest = [next]
      length = next.length
    }
  }
  if (rest.join('') !== '') throw altered()
}

async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const part of bytes) yield decoded(decoder, part)
}

function decoded(decoder: TextDecoder, part: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: true })
  } catch (cause) {
    throw altered(cause)
  }
}

function entryOf(line: string): Entry {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'string' || Array.isArray(value)) return value as Entry
    return schemas().object.parse(value)
  } catch (cause) {
    throw altered(cause)
  }
}

type Kind = 'start' | 'head' | 'workspace' | 'key' | 'person' | 'blob' | 'piece' | 'blobEnd' | 'table' | 'row' | 'end'

/** The kinds of entries that may follow each kind. */
const followers: Readonly<Record<Kind, readonly Kind[]>> = {
  start: ['head'],
  head: ['workspace'],
  workspace: ['key'],
  key: ['person', 'blob', 'table', 'end'],
  person: ['person', 'blob', 'table', 'end'],
  blob: ['piece', 'blobEnd'],
  piece: ['piece', 'blobEnd'],
  blobEnd: ['blob', 'table', 'end'],
  table: ['row', 'table', 'end'],
  row: ['row', 'table', 'end'],
  end: [],
}

function kindOf(entry: Entry): Kind {
  if (typeof entry === 'string') return 'piece'
  return isRow(entry) ? 'row' : (Object.keys(entry)[0] as Kind)
}

/** Counts and hashes of entries. */
class EntryCounts {
  readonly #all = createHash('sha256')
  readonly #tables = new Map<string, { rows: number; readonly hash: Hash }>()
  #table: { rows: number; hash: Hash } | undefined
  #people = 0
  #blobs = 0
  #bytes = 0

  add(entry: Entry, line: string): void {
    this.#all.update(line).update('\n')
    if (isRow(entry)) this.#addRow(line)
    else if (typeof entry === 'object' && 'table' in entry) this.#begin(entry.table)
    else if (typeof entry === 'object' && 'person' in entry) this.#addPerson()
    else if (typeof entry === 'object' && 'blob' in entry) this.#addBlob(entry.blob)
  }

  #addBlob({ size }: FileBlob): void {
    this.#blobs += 1
    this.#bytes += size
    if (this.#blobs > mostBlobs || this.#bytes > mostBlobBytes) {
      const limit = `${mostBlobs} files or ${mostBlobBytes / 1024 ** 3} GiB of files`
      throw new TransferError(`A workspace with more than ${limit} does not fit into a file.`)
    }
  }

  #addPerson(): void {
    this.#people += 1
    if (this.#people > mostPeople) {
      throw new TransferError(`A workspace with more than ${mostPeople} members does not fit into a file.`)
    }
  }

  #begin(table: string): void {
    if (this.#tables.has(table)) throw altered()
    this.#table = { rows: 0, hash: createHash('sha256') }
    this.#tables.set(table, this.#table)
  }

  #addRow(line: string): void {
    if (this.#table === undefined) throw altered()
    this.#table.rows += 1
    this.#table.hash.update(line).update('\n')
  }

  end(): FileEnd {
    const tables = [...this.#tables].map(
      ([table, { rows, hash }]) => [table, { rows, sha256: hash.copy().digest('hex') }] as const,
    )
    return {
      people: this.#people,
      blobs: this.#blobs,
      bytes: this.#bytes,
      tables: Object.fromEntries(tables),
      sha256: this.#all.copy().digest('hex'),
    }
  }
}
