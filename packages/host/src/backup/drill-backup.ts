/**
 * Proves that a backup can be restored, by restoring it where nothing is: a file beside the database, or a schema in a
 * transaction that is rolled back. Rows are compared with those of the backup, byte for byte.
 */
import { randomUUID } from 'node:crypto'
import { quote } from '../database/quote.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import type { BackupHead } from './backup-format.ts'
import { BackupError } from './backup-error.ts'
import { lockBackups } from './backup-lock.ts'
import { checkChunks } from './backup-list.ts'
import { isIntact } from './chunks/chunk-box.ts'
import { readStream } from './chunks/chunk-store.ts'
import { openBackup, provedHead, type OpenBackupOptions, type OpenedBackup } from './opened-backup.ts'
import { readOutsideBlobs } from './outside-blobs.ts'
import { fillSchema, requireSameTables } from './restore-postgres.ts'
import { removeFiles, writeSqlite } from './restore-sqlite.ts'
import { removeLeftovers } from './sources/sqlite-source.ts'
import { connectForBackup } from './sources/postgres-source.ts'

/** Options of a drill. */
export interface DrillOptions extends OpenBackupOptions {
  /** Tries a restored SQLite file, such as whether this version can start on it. */
  tryDatabase?(url: string): Promise<void>
}

/** A drill that found nothing wrong. */
export interface Drilled {
  readonly head: BackupHead
  /** How far it went: without the private key of an encrypted backup, stored chunks are looked at and not restored. */
  readonly depth: 'restored' | 'chunks'
  /** Milliseconds. */
  readonly took: number
}

/** Tries a backup. @throws BackupError saying what is wrong with it */
export async function drillBackup(options: DrillOptions): Promise<Drilled> {
  const started = performance.now()
  const { repository, identity } = options
  await using _lock = await lockBackups(options.config.databaseUrl)
  const head = await provedHead(options)
  const { damaged } = await checkChunks(repository, head.id, isIntact)
  if (damaged.length > 0) {
    const shown = damaged.slice(0, 5).join(', ')
    throw new BackupError('chunks_damaged', { count: damaged.length, id: head.id, names: shown })
  }
  const depth = head.recipient !== null && identity === undefined ? 'chunks' : 'restored'
  if (depth === 'restored') await restoreForTrial(options, await openBackup({ ...options, id: head.id }))
  return { head, depth, took: Math.round(performance.now() - started) }
}

async function restoreForTrial(options: DrillOptions, opened: OpenedBackup): Promise<void> {
  const { databaseUrl } = options.config
  if (isPostgres(databaseUrl) !== (opened.head.database === 'postgres')) {
    throw new BackupError('untried_kind', {})
  }
  if (isPostgres(databaseUrl)) await inSchema(databaseUrl, opened)
  else await inFile(options, opened)
  for await (const { chunks } of readOutsideBlobs(readStream(opened.reader, opened.body.blobs))) {
    for (const chunk of chunks) await opened.reader.read(chunk)
  }
}

const drillSuffix = '.drill-'

async function inFile({ config, tryDatabase }: DrillOptions, opened: OpenedBackup): Promise<void> {
  const database = sqlitePath(config.databaseUrl)
  await removeLeftovers(database, drillSuffix)
  const path = `${database}${drillSuffix}${randomUUID()}`
  try {
    await writeSqlite({ ...opened, path, prepare: [] })
    await tryDatabase?.(path)
  } finally {
    await removeFiles(path)
    await removeFiles(`${path}.lock`)
  }
}

async function inSchema(url: string, { body, reader }: OpenedBackup): Promise<void> {
  const client = await connectForBackup(url)
  const schema = quote(`host_drill_${randomUUID().replaceAll('-', '')}`)
  try {
    await client.query('begin')
    await client.query(`create schema ${schema}`)
    await client.query(`set local search_path = ${schema}`)
    await fillSchema({ client, body, reader, prepare: [] })
    await requireSameTables(client, body)
  } finally {
    await client.query('rollback').catch(() => undefined)
    await client.end()
  }
}
