import { dirname, join, resolve } from 'node:path'
import type { HostConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sqlitePath } from '../db/open-database.ts'
import { KeyFile } from './key-file.ts'
import type { Keyring } from './key-store.ts'
import { keysRefused } from './keys-refused.ts'
import { fixedRootKeys, type RootKeys } from './root-keys.ts'

/** What the keys of an instance are found with. */
export interface KeyOptions {
  readonly config: Pick<HostConfig, 'secretKeys' | 'databaseUrl' | 'dataFolder'>
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Told when the first start has made a key file, which nobody has a copy of yet. */
  readonly onKeyFileMade?: (path: string) => void
}

/**
 * The root keys of this process: those of `HOST_SECRET_KEY`, or those of the file that bears the id of the database's
 * keyring. A database that has a keyring already never gets a new file: it would open nothing.
 * @throws BootError
 */
export async function openRootKeys(options: KeyOptions, { id, rootId }: Keyring): Promise<RootKeys> {
  const { secretKeys } = options.config
  if (secretKeys !== undefined) return fixedRootKeys(secretKeys)
  const path = join(keyFolder(options), `${id}.key`)
  const file = new KeyFile(path)
  if (rootId === null && (await explained(file.makeIfMissing()))) options.onKeyFileMade?.(path)
  if (await explained(file.read())) return file
  throw keysRefused(
    `The key file "${path}" is missing, and without it nothing that is sealed in this database can be opened. Put it back from a backup; if the key is kept elsewhere, or several machines share this database, set HOST_SECRET_KEY.`,
  )
}

async function explained(reading: Promise<boolean>): Promise<boolean> {
  try {
    return await reading
  } catch (error) {
    throw keysRefused(error instanceof Error ? error.message : String(error), error)
  }
}

/** Beside a SQLite file; else where the host keeps what is not in the database. */
function keyFolder({ config: { databaseUrl, dataFolder }, database }: KeyOptions): string {
  return database.dialect === 'sqlite' ? dirname(sqlitePath(databaseUrl)) : resolve(dataFolder)
}
