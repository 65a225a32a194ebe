import { migrate } from '../../db/migrate/migrate.ts'
import type { Database } from '../../db/database.ts'
import type { TestDatabase } from '../../db/testing/test-databases.ts'
import { keyModels } from '../models.ts'
import { openVault } from '../open-vault.ts'
import { newSecretKey, parseSecretKeys } from '../secret-key.ts'
import type { Vault } from '../vault.ts'

/** A vault on a database of its own. */
export interface LabVault {
  readonly vault: Vault
  readonly database: Database
  /** The texts of its root keys, the current one first. */
  readonly keys: readonly string[]
}

export async function openLabVault(
  fresh: TestDatabase,
  { keys = [newSecretKey()] }: { readonly keys?: readonly string[] } = {},
): Promise<LabVault> {
  const database = await fresh.open({ isExclusive: false })
  await migrate(database, [{ name: 'host', models: keyModels }])
  const config = { secretKeys: parseSecretKeys(keys), databaseUrl: fresh.url, dataFolder: '' }
  return { database, keys, vault: await openVault({ config, database, clock: Date.now }) }
}
