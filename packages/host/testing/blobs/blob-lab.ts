import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { column, model, type BlobsService, type Log, type ScopedDatabase, type TablesOf } from '@host/plugin'
import { sql } from 'kysely'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { tablesOf } from '../database/tables-of.ts'
import { securedPostgres, testDatabases, type TestDatabaseProduct } from '../database/test-databases.ts'
import { parseBlobPlace } from '../../src/blobs/blob-place.ts'
import { folderPieces } from '../../src/blobs/folder-pieces.ts'
import { blobModels } from '../../src/blobs/models.ts'
import { openBlobs, type Blobs } from '../../src/blobs/open-blobs.ts'
import type { PieceStore } from '../../src/blobs/piece-store.ts'
import { S3Bucket } from '../../src/blobs/s3/s3-bucket.ts'
import { s3Pieces } from '../../src/blobs/s3/s3-pieces.ts'
import { startS3Server } from './s3-server.ts'

const note = model('notes_notes', {
  id: column.id('note'),
  org_id: column.org(),
  picture: column.blob({ nullable: true }),
})
const file = model('notes_files', {
  id: column.id('file'),
  org_id: column.org(),
  note_id: column.reference(note, { onDelete: 'cascade' }),
  body: column.blob(),
})
const noteModels = [note, file] as const
const owners = [
  { name: 'host', models: blobModels },
  { name: 'notes', models: noteModels },
]
const tables = tablesOf(owners)

/** Blobs on a store of their own, with a clock that the test moves. */
export interface BlobLab extends AsyncDisposable {
  readonly database: Database
  readonly blobs: Blobs
  readonly service: BlobsService
  readonly db: ReturnType<typeof dataOf>
  /** The tables of a plugin whose rows own blobs. */
  notes(orgId: string): ScopedDatabase<TablesOf<typeof noteModels>>
  /** The blobs as another process has them; its clock is the same. */
  other(): Promise<Blobs>
  /** The service on a store that loses all data. */
  forgetful(): BlobsService
  move(milliseconds: number): void
  /** How many pieces are in the store. */
  pieces(): Promise<number>
}

/** A store that the suite runs on. */
export interface BlobStoreProduct {
  readonly name: string
  /** Bytes that take several pieces, the last one shorter. */
  readonly large: number
  create(): Promise<BlobLab>
}

const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]

/** Every store: two databases, a folder, a bucket. */
export const blobStores: readonly BlobStoreProduct[] = [
  { name: 'SQLite', large: 600_001, create: () => blobLab(sqlite) },
  { name: 'PostgreSQL', large: 600_001, create: () => blobLab(postgres) },
  { name: 'a folder', large: 9_000_001, create: () => blobLab(sqlite, inFolder) },
  { name: 'a bucket', large: 9_000_001, create: () => blobLab(sqlite, inBucket) },
]

/** PostgreSQL that keeps the rows of workspaces apart itself. */
export const securedBlobStore: BlobStoreProduct = {
  name: securedPostgres.name,
  large: 600_001,
  create: () => blobLab(securedPostgres),
}

interface OpenedStore {
  readonly pieces?: PieceStore
  readonly count?: () => Promise<number>
}

type OpenStore = (stack: AsyncDisposableStack) => Promise<OpenedStore>

async function inFolder(stack: AsyncDisposableStack): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'host-blobs-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const count = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('.')).length
  return { pieces: folderPieces(folder), count }
}

/** The server of the environment where one is named: `HOST_TEST_S3`, with its keys beside it. */
async function inBucket(stack: AsyncDisposableStack): Promise<OpenedStore> {
  const { HOST_TEST_S3, HOST_TEST_S3_ACCESS_KEY = '', HOST_TEST_S3_SECRET_KEY = '' } = process.env
  const server = stack.use(await startS3Server())
  const given = parseBlobPlace(HOST_TEST_S3 ?? `s3://files/here?endpoint=${server.endpoint}`)
  if (given.kind !== 's3') throw new Error('HOST_TEST_S3 names no bucket.')
  const own = { accessKey: HOST_TEST_S3_ACCESS_KEY, secretKey: HOST_TEST_S3_SECRET_KEY }
  const keys = HOST_TEST_S3 === undefined ? server.keys : own
  const place = { ...given, prefix: `${given.prefix}${randomUUID()}/` }
  const bucket = new S3Bucket({ place, keys, clock: Date.now, maxBytes: 1, variables: 'HOST_TEST_S3' })
  return {
    pieces: s3Pieces({ place, keys, clock: Date.now }),
    count: async () => (await Array.fromAsync(bucket.names(''))).length,
  }
}

async function blobLab(product: TestDatabaseProduct, openStore: OpenStore = async () => ({})): Promise<BlobLab> {
  await using stack = new AsyncDisposableStack()
  const fresh = stack.use(await product.create(tables))
  const database = await fresh.open()
  await migrate(database, owners)
  const store = await openStore(stack)
  const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
  let now = 1_000_000_000
  const clock = Date.parse('2026-01-31T08:15:00.000Z')
  const blobsOn = (on: Database, pieces = store.pieces): Blobs =>
    openBlobs({
      database: on,
      data: dataAccessOf(on),
      pieces,
      clock: () => clock,
      log,
      holdWorkspace: async () => true,
      now: () => sql.lit(now),
    })
  const blobs = blobsOn(database)
  const db = dataOf(database)
  const held = stack.move()
  return {
    database,
    blobs,
    service: blobs.serviceOf('notes'),
    db,
    notes: (orgId) => dataAccessOf(database).inWorkspace('notes', orgId),
    other: async () => blobsOn(product.dialect === 'sqlite' ? database : await fresh.open()),
    forgetful: () => blobsOn(database, forgetfulPieces).serviceOf('notes'),
    move: (milliseconds) => void (now += milliseconds),
    pieces: store.count ?? (async () => (await db.selectFrom('host_blob_pieces').select('position').execute()).length),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

const forgetfulPieces: PieceStore = {
  name: 'folder',
  pieceSize: 4 * 1024 * 1024,
  async write() {},
  read: async () => undefined,
  async remove() {},
}

function dataAccessOf(database: Database): DataAccess {
  return new DataAccess({ database, owners, onDoor: () => undefined })
}

function dataOf(database: Database) {
  return dataAccessOf(database).forHost(blobModels)
}
