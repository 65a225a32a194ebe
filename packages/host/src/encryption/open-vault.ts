/**
 * Opens the vault of a host.
 *
 *   no root key recorded --claim--> recorded, and the instance has a data key
 *   recorded, and this process has it --unwrap the instance's data key--> open
 *   recorded, and this process has not --> refused; no key is ever made in place of one that is lost
 */
import { dirname, join } from 'node:path'
import { BootError } from '../boot/boot-error.ts'
import type { HostConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sqlitePath } from '../db/open-database.ts'
import { DataKeys } from './data-keys.ts'
import { KeyFile } from './key-file.ts'
import { KeyStore, type Keyring } from './key-store.ts'
import { fixedRootKeys, type RootKeys } from './root-keys.ts'
import { SealBroken } from './seal-broken.ts'
import { SealingVault } from './sealing-vault.ts'
import type { Vault } from './vault.ts'

/** What the keys of an instance are found with. */
export interface KeyOptions {
  readonly config: Pick<HostConfig, 'secretKeys' | 'databaseUrl' | 'dataFolder'>
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** @throws BootError when the root key is missing, unfit, or another one */
export async function openVault(options: KeyOptions): Promise<Vault> {
  const store = new KeyStore(options.database)
  const roots = await openRootKeys(options, await store.keyring())
  await settle(store, roots, options.clock)
  const keys = new DataKeys(store, roots)
  try {
    return new SealingVault(keys, await keys.need(''))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw refused('The keys in the database were altered; restore the database from a backup.', error)
  }
}

/** The root keys of this process for a database. @throws BootError */
export async function openRootKeys(options: KeyOptions, { id, rootId }: Keyring): Promise<RootKeys> {
  const [first, ...older] = options.config.secretKeys ?? []
  if (first !== undefined) return fixedRootKeys([first, ...older])
  const path = join(keyFolder(options), `${id}.key`)
  const file = new KeyFile(path)
  try {
    if (rootId === null) await file.makeIfMissing()
    if (await file.read()) return file
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused(`The key file "${path}" can't be used: ${reason}.`, error)
  }
  throw refused(
    `The key file "${path}" is missing, and what is sealed in this database opens with no other. Put it back from a backup, or set HOST_SECRET_KEY if that is where the key is.`,
  )
}

function keyFolder({ config: { databaseUrl, dataFolder }, database }: KeyOptions): string {
  return database.dialect === 'sqlite' ? dirname(sqlitePath(databaseUrl)) : dataFolder
}

/** Records the first root key, and makes sure that this process has all that are in use. */
async function settle(store: KeyStore, roots: RootKeys, clock: () => number): Promise<void> {
  await store.advance(null, roots.first().id, new Date(clock()).toISOString())
  const inUse = await store.rootsInUse()
  for (const id of inUse) {
    if ((await roots.find(id)) === undefined) throw refused(missingRoot(id, roots))
  }
}

function missingRoot(id: string, { source }: RootKeys): string {
  return `The keys in this database are wrapped with ${id}, which is not in ${source}. Put that key back; after a rotation the new one stands first and the old one behind it until "host keys rotate" has ended.`
}

function refused(problem: string, cause?: unknown): BootError {
  return new BootError('keys', [problem], cause === undefined ? undefined : { cause })
}
