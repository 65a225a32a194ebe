/**
 * Restores a backup in place of a stopped instance's data:
 *
 *   open and prove -> right database, no host running -> files of plugins -> rows -> safety copy and swap
 *
 * Everything that can be refused is refused before anything is changed. The restored instance sends nothing until an
 * instance admin says so, and everyone signs in again.
 */
import { dirname } from 'node:path'
import type { Client } from 'pg'
import type { BlobPlace } from '../blobs/blob-place.ts'
import { openPieces } from '../blobs/open-pieces.ts'
import type { Signer } from '../blobs/s3/sign-request.ts'
import { DatabaseError } from '../database/database-error.ts'
import { makeFolder } from '../database/make-folder.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { leaseMoment } from '../database/nodes/lease-clock.ts'
import { takeHostLock } from '../database/sqlite/host-lock.ts'
import { TypeIds } from '../database/type-id.ts'
import type { KeyOptions } from '../security/encryption/open-root-keys.ts'
import { limitYoungHeap } from '../support/limit-young-heap.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHead } from './backup-format.ts'
import { readStream } from './chunks/chunk-store.ts'
import type { Identity } from './chunks/recipient.ts'
import { openBackup, type OpenedBackup } from './opened-backup.ts'
import { readOutsideBlobs } from './outside-blobs.ts'
import type { Repository } from './repository/repository.ts'
import { restorePostgres } from './restore-postgres.ts'
import { restoreSqlite } from './restore-sqlite.ts'
import { connectForBackup } from './sources/postgres-source.ts'

/** Options of a restore. */
export interface RestoreOptions {
  readonly config: KeyOptions['config'] & {
    readonly blobs: { readonly place: BlobPlace; readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined }
  }
  readonly repository: Repository
  /** Undefined for the newest backup. */
  readonly id: string | undefined
  /** The private key; undefined for a backup that is not encrypted. */
  readonly identity: Identity | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Asked before anything is changed. */
  confirm(head: BackupHead): Promise<boolean>
  /** Ends the work at the next chunk, with the data as before. */
  readonly signal?: AbortSignal | undefined
  /** Tries a restored SQLite file before it takes its place, such as whether this version can start on it. */
  tryDatabase?(url: string): Promise<void>
}

/** A restore that was done. */
export interface Restored {
  readonly head: BackupHead
  /** Where the data is that was there before: a file, or a schema of PostgreSQL; undefined where there was none. */
  readonly copy: string | undefined
  /** Files of plugins that were written. */
  readonly files: number
}

/**
 * Restores a backup.
 * @returns undefined when `confirm` said no
 * @throws BackupError, also while a host runs; the data is as before then, but for files that were missing
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | undefined> {
  using _heap = limitYoungHeap()
  const opened = await openRestorable(options)
  return opened.head.database === 'sqlite' ? await intoSqlite(options, opened) : await intoPostgres(options, opened)
}

/** Which backup is to be restored, and where. */
export type RestorableOptions = Pick<RestoreOptions, 'config' | 'repository' | 'id' | 'identity' | 'signal'>

/** Opens a backup, and proves everything that can be proved while the host runs. @throws BackupError */
export async function openRestorable(options: RestorableOptions): Promise<OpenedBackup> {
  const opened = await openBackup(options)
  const { databaseUrl, blobs } = options.config
  const dialect = isPostgres(databaseUrl) ? 'postgres' : 'sqlite'
  const { database } = opened.head
  if (database !== dialect) {
    throw new BackupError('other_database', { kind: names[database], ours: names[dialect] })
  }
  if (opened.body.blobs.chunks.length > 0 && blobs.place.kind === 'database') {
    throw new BackupError('other_blobs', {})
  }
  return opened
}

const names = {
  sqlite: { en: 'a SQLite database', zh: 'SQLite 数据库' },
  postgres: { en: 'a PostgreSQL database', zh: 'PostgreSQL 数据库' },
} as const

async function intoSqlite(options: RestoreOptions, opened: OpenedBackup): Promise<Restored | undefined> {
  const { config, clock, confirm, tryDatabase } = options
  const path = sqlitePath(config.databaseUrl)
  await makeFolder(dirname(path))
  using _lock = lockDatabase(path)
  if (!(await confirm(opened.head))) return undefined
  const files = await restoreFiles(options, opened)
  const restore = { ...opened, path, prepare: preparation(opened, clock()), tryDatabase }
  const copy = await restoreSqlite(restore, new Date(clock()))
  return { head: opened.head, copy, files }
}

/** @throws BackupError while a host, or another restore, has the file */
function lockDatabase(path: string): Disposable {
  try {
    return takeHostLock(path, 0)
  } catch (error) {
    throw error instanceof DatabaseError ? new BackupError('database_held', { path }, { cause: error }) : error
  }
}

async function intoPostgres(options: RestoreOptions, opened: OpenedBackup): Promise<Restored | undefined> {
  const { config, clock, confirm } = options
  const client = await connectForBackup(config.databaseUrl)
  try {
    await refuseRunning(client)
    if (!(await confirm(opened.head))) return undefined
    const files = await restoreFiles(options, opened)
    const copy = await restorePostgres({ ...opened, client, prepare: preparation(opened, clock()) }, new Date(clock()))
    return { head: opened.head, copy, files }
  } finally {
    await client.end()
  }
}

async function refuseRunning(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ found: boolean }>(
    `select to_regclass('host_nodes') is not null as found`,
  )
  if (found[0]?.found !== true) return
  const { rows } = await client.query(`select 1 from host_nodes where lease_until > ${leaseMoment.postgres} limit 1`)
  if (rows.length === 0) return
  throw new BackupError('host_running', {})
}

/**
 * Statements that make a restored database safe to start: everyone signs in again, since sessions that ended after the
 * backup would be alive; processes that ran during the backup do not run on this database; and nothing is sent until an
 * instance admin says so.
 */
function preparation({ head, body }: OpenedBackup, now: number): readonly string[] {
  const ended = ['user_sessions', 'host_challenges', 'host_nodes'].filter((table) => body.rows[table] !== undefined)
  const id = new TypeIds().next('rst')
  return [
    ...ended.map((table) => `delete from ${table}`),
    ...(body.rows['host_backup_runs'] === undefined ? [] : [endRun(head)]),
    `insert into host_restores (id, backup_id, backup_at, restored_at)
     values ('${id}', '${head.id}', '${head.at}', '${new Date(now).toISOString()}')`,
  ]
}

/** The run that made the backup is in it, not yet ended: it has ended well, and no process continues it. */
function endRun({ id, at, took, bytes, added }: BackupHead): string {
  const finished = new Date(Date.parse(at) + took).toISOString()
  return `update host_backup_runs set state = 'done', finished_at = '${finished}', backup_id = '${id}', backup_at = '${at}',
    bytes = ${bytes}, added = ${added} where kind = 'backup' and state = 'running'`
}

/** Writes the files of plugins that are missing in the store of HOST_BLOBS. One that is there is never changed. */
async function restoreFiles({ config, clock }: RestoreOptions, { body, reader }: OpenedBackup): Promise<number> {
  if (body.blobs.chunks.length === 0) return 0
  const pieces = await openPieces({ ...config.blobs, clock })
  if (pieces === undefined) return 0
  let written = 0
  for await (const { id, chunks } of readOutsideBlobs(readStream(reader, body.blobs))) {
    for (const [position, chunk] of chunks.entries()) {
      const piece = { content: id, position }
      if ((await pieces.read(piece)) !== undefined) continue
      await pieces.write(piece, await reader.read(chunk), AbortSignal.timeout(pieceTime))
      written += 1
    }
  }
  return written
}

/** Milliseconds for one piece. */
const pieceTime = 120_000
