/** Vaults on real databases, for the tests of the keys. */
import { dirname } from 'node:path'
import type { Database } from '../../../src/database/database.ts'
import { migrate } from '../../../src/database/migrate/migrate.ts'
import type { TestDatabase } from '../../database/test-databases.ts'
import { keyModels } from '../../../src/security/encryption/models.ts'
import type { KeyOptions } from '../../../src/security/encryption/open-root-keys.ts'
import { openVault } from '../../../src/security/encryption/open-vault.ts'
import { parseSecretKeys } from '../../../src/security/encryption/secret-key.ts'
import type { Vault } from '../../../src/security/encryption/vault.ts'

/** Where the keys of a lab come from: `HOST_SECRET_KEY` as texts, or the folder of a key file. */
export type KeySource =
  | { readonly keys: readonly string[] }
  | { readonly folder: string; readonly onKeyFileMade?: (path: string) => void }

export interface LabVault {
  readonly vault: Vault
  readonly database: Database
  readonly options: KeyOptions
}

/** Options for finding the keys of a database. */
export function keyOptions(database: Database, url: string, source: KeySource): KeyOptions {
  const secretKeys = 'keys' in source ? parseSecretKeys(source.keys) : undefined
  const dataFolder = 'folder' in source ? source.folder : dirname(url)
  const { onKeyFileMade = () => {} } = 'folder' in source ? source : {}
  return { database, clock: Date.now, onKeyFileMade, config: { secretKeys, databaseUrl: url, dataFolder } }
}

/** Opens a vault, beside others that are open on the database. */
export async function openLabVault(fresh: Pick<TestDatabase, 'url' | 'open'>, source: KeySource): Promise<LabVault> {
  const database = await fresh.open({ isExclusive: false, durability: 'normal' })
  await migrate(database, [{ name: 'host', models: keyModels }])
  const options = keyOptions(database, fresh.url, source)
  return { database, options, vault: await openVault(options) }
}
