/**
 * Makes a backup beside running hosts:
 *
 *   files of plugins that are there now -> snapshot -> tables -> files since then -> contents -> list of chunks -> head
 *
 * The head is written last. A process that ends before leaves chunks that the next backup uses, and earlier backups as
 * they were.
 */
import type { BlobPlace } from '../blobs/blob-place.ts'
import { openPieces } from '../blobs/open-pieces.ts'
import type { Signer } from '../blobs/s3/sign-request.ts'
import type { Database } from '../database/database.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { TypeIds } from '../database/type-id.ts'
import { KeyStore } from '../security/encryption/key-store.ts'
import { openRootKeys, type KeyOptions } from '../security/encryption/open-root-keys.ts'
import { limitYoungHeap } from '../support/limit-young-heap.ts'
import { BackupError } from './backup-error.ts'
import { backupFormat, writeHead, type BackupBody, type BackupHead } from './backup-format.ts'
import { backupKeysOf, type BackupKeys } from './backup-keys.ts'
import { lockBackups } from './backup-lock.ts'
import { claimPlace, removeExpired, writeBackupHead, writeChunkList, type Removed } from './backup-list.ts'
import { ChunkWriter } from './chunks/chunk-store.ts'
import type { Recipient } from './chunks/recipient.ts'
import { outsideBlobs, storeAhead } from './outside-blobs.ts'
import type { Repository } from './repository/repository.ts'
import type { Retention } from './retention.ts'
import type { BackupSource } from './sources/backup-source.ts'
import { openPostgresSource } from './sources/postgres-source.ts'
import { openSqliteSource } from './sources/sqlite-source.ts'

/** The build that makes a backup. */
export interface BackedUpBuild {
  readonly version: string
  readonly plugins: readonly { readonly name: string; readonly version: string }[]
}

/** Options of a backup. */
export interface BackupOptions extends Omit<KeyOptions, 'onKeyFileMade'> {
  readonly config: KeyOptions['config'] & {
    readonly blobs: { readonly place: BlobPlace; readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined }
  }
  readonly database: Database
  readonly repository: Repository
  /** Undefined leaves the backup readable by anyone who has it. */
  readonly recipient: Recipient | undefined
  /** Undefined keeps every backup. */
  readonly retention: Retention | undefined
  readonly build: BackedUpBuild
  readonly signal: AbortSignal
}

/** A backup that was made. */
export interface MadeBackup {
  readonly head: BackupHead
  /** Chunks in it, and those that were stored for it. */
  readonly chunks: number
  readonly removed: Removed
}

/** Makes a backup. @throws BackupError; earlier backups are as they were then */
export async function createBackup(options: BackupOptions): Promise<MadeBackup> {
  const { database, repository, recipient, retention, signal, clock } = options
  const started = performance.now()
  using _heap = limitYoungHeap()
  const { instance, keys } = await readKeys(options)
  await using _lock = await lockBackups(options.config.databaseUrl)
  await claimPlace(repository, instance)
  const writer = await ChunkWriter.open({ repository, naming: keys.naming, recipient, signal })
  const pieces = await openPieces({ ...options.config.blobs, clock })
  const query = async (sql: string) => (await database.run({ sql, parameters: [], writes: false })).rows
  await storeAhead({ query, pieces, writer })
  await using source = await openSource(options)
  const body = await writeBody(source, { pieces, writer })
  const [bytes, added, took] = [writer.bytes, writer.added, Math.round(performance.now() - started)]
  const stored = await writer.write('body', parts(new TextEncoder().encode(JSON.stringify(body))))
  await writer.finish()
  signal.throwIfAborted()
  const head: BackupHead = {
    format: backupFormat,
    id: new TypeIds().next('bak'),
    instance,
    root: keys.root,
    at: new Date(source.at).toISOString(),
    database: source.dialect,
    ...(await migratedOf(source)),
    ...options.build,
    plugins: [...options.build.plugins],
    bytes,
    added,
    took,
    recipient: recipient?.text ?? null,
    body: stored.chunks,
  }
  await writeChunkList(repository, head.id, writer.used)
  await writeBackupHead(repository, head.id, writeHead(head, keys.proving))
  const removed = retention && (await removeExpired(repository, writer.there, retention))
  return { head, chunks: writer.used.size, removed: removed ?? { backups: [], chunks: 0 } }
}

async function openSource({ config: { databaseUrl }, clock }: BackupOptions): Promise<BackupSource> {
  return isPostgres(databaseUrl)
    ? await openPostgresSource(databaseUrl, clock)
    : await openSqliteSource(sqlitePath(databaseUrl), clock)
}

async function readKeys(options: BackupOptions): Promise<{ readonly instance: string; readonly keys: BackupKeys }> {
  const keyring = await new KeyStore(options.database).findKeyring()
  if (keyring === undefined || keyring.rootId === null) {
    throw new BackupError('no_keys', {})
  }
  const root = await (await openRootKeys(options, keyring)).find(keyring.rootId)
  if (root === undefined) {
    throw new BackupError('root_key_missing', { root: keyring.rootId })
  }
  return { instance: keyring.id, keys: backupKeysOf(root) }
}

interface BodyParts {
  readonly pieces: Awaited<ReturnType<typeof openPieces>>
  readonly writer: ChunkWriter
}

async function writeBody(source: BackupSource, { pieces, writer }: BodyParts): Promise<BackupBody> {
  const streams: BackupBody['streams'] = []
  for await (const { name, columns, content } of source.streams()) {
    streams.push(await writer.write(name, content, columns))
  }
  const blobs = await writer.write('files', outsideBlobs({ query: source.query, pieces, writer }))
  const { schema, before, after } = source.schema
  return { streams, blobs, rows: await source.rows(), schema, before: [...before], after: [...after] }
}

async function migratedOf(source: BackupSource): Promise<{ readonly migrated: number }> {
  const [row] = await source.query('select coalesce(max(position), 0) as position from host_migrations')
  return { migrated: Number(row?.['position'] ?? 0) }
}

async function* parts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
