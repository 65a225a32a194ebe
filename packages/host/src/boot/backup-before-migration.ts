import { setTimeout as sleep } from 'node:timers/promises'
import { BackupError, BackupRunning } from '../backup/backup-error.ts'
import { readRecipient } from '../backup/chunks/recipient.ts'
import { createBackup, type MadeBackup } from '../backup/create-backup.ts'
import { factsOf, recordedRun } from '../backup/runs/recorded-run.ts'
import { openRepository } from '../backup/repository/open-repository.ts'
import type { Database } from '../database/database.ts'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import { KeyStore } from '../security/encryption/key-store.ts'
import { BootError } from '../support/boot-error.ts'
import type { BootOptions } from './boot-options.ts'
import { planStage } from './migrate-stage.ts'

/** How often a start looks whether the backup of another process has ended, in milliseconds. */
const pause = 500

/**
 * Makes a backup before a start changes tables, where the operator wants backups: so the version before can start on it. Nothing
 * happens on a new database, or where nothing would change.
 * @returns records the backup once the tables are there
 * @throws BootError when it could not be made; nothing is changed then
 */
export async function backupBeforeMigration(
  options: BootOptions,
  database: Database,
  plugins: readonly RegisteredPlugin[],
): Promise<(() => Promise<void>) | undefined> {
  if (options.config.backup.place === undefined || !(await isStarted(database))) return undefined
  for (;;) {
    if ((await planStage(database, plugins)).length === 0) return undefined
    options.log.info('The database will change: making a backup first')
    const made = await makeBackup(options, database)
    if (made !== 'running') return () => record(options, database, made)
    // Another process of this deployment makes it, and migrates then.
    await sleep(pause)
  }
}

async function isStarted(database: Database): Promise<boolean> {
  const keys = new KeyStore(database)
  return (await keys.hasTables()) && ((await keys.findKeyring())?.rootId ?? null) !== null
}

async function makeBackup(options: BootOptions, database: Database): Promise<MadeBackup | 'running'> {
  const { config, clock, build, plugins } = options
  const { place, keys, recipient, retention } = config.backup
  if (place === undefined) throw new TypeError('No place for backups.')
  try {
    return await createBackup({
      config,
      database,
      clock,
      retention,
      repository: openRepository({ place, keys, clock }),
      recipient: recipient === undefined ? undefined : await readRecipient(recipient),
      build: {
        version: build.version,
        plugins: plugins.map(({ plugin, version }) => ({ name: plugin.name, version })),
      },
      signal: new AbortController().signal,
    })
  } catch (error) {
    if (error instanceof BackupRunning) return 'running'
    const reason = error instanceof BackupError ? error.message : String(error)
    throw new BootError(
      'migrate',
      [`The backup before the database changes could not be made: ${reason} To start without it, unset HOST_BACKUP.`],
      { cause: error },
    )
  }
}

async function record({ clock, config }: BootOptions, database: Database, made: MadeBackup): Promise<void> {
  const { place, keys } = config.backup
  const name = place === undefined ? '' : openRepository({ place, keys, clock }).place
  await recordedRun({ database, kind: 'backup', place: name, clock }, async () => [made, factsOf(made)])
}
