/**
 * A copy of an instance beside it, on which an executable can be tried: data and files of plugins of a backup, restored
 * into a folder and, where the instance is on PostgreSQL, a database of their own. A copy sends nothing.
 */
import { randomBytes } from 'node:crypto'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPostgres } from '../database/open-database.ts'
import { changedUrl } from '../database/postgres/postgres-url.ts'
import { quote } from '../database/quote.ts'
import { keyFolder } from '../security/encryption/open-root-keys.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHead } from './backup-format.ts'
import { copyPrefix, longestCopy } from './copy-folder.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'
import { connectForBackup } from './sources/postgres-source.ts'

/** Options of a copy. */
export interface CopyOptions extends Omit<RestoreOptions, 'confirm'> {
  /** The folder of the copy, which it is removed with. */
  readonly folder: string
}

/** A copy of an instance, which is removed when it is disposed of. */
export interface InstanceCopy extends AsyncDisposable {
  readonly head: BackupHead
  /** Of the copy. */
  readonly config: RestoreOptions['config']
}

/** Restores a backup as a copy. @throws BackupError */
export async function copyInstance({ folder, ...options }: CopyOptions): Promise<InstanceCopy> {
  const { config, clock } = options
  await using made = new AsyncDisposableStack()
  let databaseUrl = join(folder, 'host.db')
  if (isPostgres(config.databaseUrl)) {
    const database = made.use(await makeDatabase(config.databaseUrl, clock()))
    databaseUrl = database.url
  }
  await copyKeyFiles(keyFolder({ config }), folder)
  const isInDatabase = config.blobs.place.kind === 'database'
  const place = isInDatabase ? config.blobs.place : { kind: 'folder' as const, path: join(folder, 'files') }
  const blobs = { place, keys: undefined }
  const copied = { ...config, databaseUrl, dataFolder: folder, blobs }
  const restored = await restoreBackup({ ...options, config: copied, confirm: async () => true })
  if (restored === undefined) throw new TypeError('The copy was not confirmed.')
  const held = made.move()
  return { head: restored.head, config: copied, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** The copy is encrypted with the keys of the instance. */
async function copyKeyFiles(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.key'))) await copyFile(join(from, name), join(to, name))
}

/** A new database on the server of another one, with the same role. @throws BackupError */
async function makeDatabase(url: string, now: number): Promise<AsyncDisposable & { readonly url: string }> {
  await onServer(url, (run) => removeLeftDatabases(run, now))
  const name = `${copyPrefix}${now}_${randomBytes(8).toString('hex')}`
  await onServer(url, (run) => run(`create database ${quote(name)}`))
  return {
    url: changedUrl(url, (copied) => void (copied.pathname = `/${name}`)),
    [Symbol.asyncDispose]: () => onServer(url, (run) => drop(run, name)),
  }
}

type Run = (sql: string) => Promise<readonly Record<string, unknown>[]>

async function removeLeftDatabases(run: Run, now: number): Promise<void> {
  const rows = await run(
    `select datname as name from pg_database join pg_roles on pg_roles.oid = datdba
     where rolname = current_user and datname like '${copyPrefix.replaceAll('_', '\\_')}%'
       and not exists (select 1 from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
  )
  for (const { name } of rows) {
    const at = /^host_copy_(\d+)_/.exec(String(name))?.[1]
    if (at !== undefined && Number(at) < now - longestCopy) await drop(run, String(name))
  }
}

async function drop(run: Run, name: string): Promise<void> {
  await run(`drop database if exists ${quote(name)} with (force)`)
}

async function onServer(url: string, work: (run: Run) => Promise<void | readonly object[]>): Promise<void> {
  const client = await connectForBackup(url)
  try {
    await work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows)
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error
    const role = client.user ?? ''
    throw new BackupError('database_role', { role, quoted: quote(role) }, { cause: error })
  } finally {
    await client.end()
  }
}
