import { dirname, join, resolve } from 'node:path'
import type { Database } from '../../database/database.ts'
import { isPostgres, sqlitePath } from '../../database/open-database.ts'
import { KeyFile } from './key-file.ts'
import type { Keyring } from './key-store.ts'
import { keysRefused } from './keys-refused.ts'
import { fixedRootKeys, type RootKeys } from './root-keys.ts'
import type { RootKey } from './root-key.ts'

/** Options for finding the keys of an instance. */
export interface KeyOptions {
  readonly config: {
    /** The root keys, the current one first; undefined for those of a key file. */
    readonly secretKeys: readonly RootKey[] | undefined
    readonly databaseUrl: string
    readonly dataFolder: string
  }
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Called when the first start has created a key file, which has no backup yet. */
  readonly onKeyFileMade?: (path: string) => void
}

/**
 * The root keys of this process: those of `HOST_SECRET_KEY`, or those of the file that bears the id of the database's
 * keyring.
 * @throws BootError
 */
export async function openRootKeys(
  options: Pick<KeyOptions, 'config'>,
  { id }: Pick<Keyring, 'id'>,
): Promise<RootKeys> {
  const { secretKeys } = options.config
  if (secretKeys !== undefined) return fixedRootKeys(secretKeys)
  const path = keyPath(options, id)
  const file = new KeyFile(path)
  if (await explained(file.read())) return file
  throw keysRefused(
    `The key file "${path}" is missing, so encrypted data in this database can't be read. Restore it from a backup. If the key is stored elsewhere, or several machines share this database, set HOST_SECRET_KEY.`,
  )
}

/** Makes the key file of a database that has no keys yet, unless HOST_SECRET_KEY takes its place. @throws BootError */
export async function makeRootKeys(options: KeyOptions, { id }: Pick<Keyring, 'id'>): Promise<void> {
  if (options.config.secretKeys !== undefined) return
  const path = keyPath(options, id)
  if (await explained(new KeyFile(path).makeIfMissing())) options.onKeyFileMade?.(path)
}

function keyPath(options: Pick<KeyOptions, 'config'>, id: string): string {
  return join(keyFolder(options), `${id}.key`)
}

async function explained(reading: Promise<boolean>): Promise<boolean> {
  try {
    return await reading
  } catch (error) {
    throw keysRefused(error instanceof Error ? error.message : String(error), error)
  }
}

/** The folder of key files: that of a SQLite file; else the host's data folder. */
export function keyFolder({
  config: { databaseUrl, dataFolder },
}: {
  readonly config: Omit<KeyOptions['config'], 'secretKeys'>
}): string {
  return isPostgres(databaseUrl) ? resolve(dataFolder) : dirname(sqlitePath(databaseUrl))
}
