/**
 * Opens the vault of a host.
 *
 *   no root key recorded --claim--> recorded
 *   recorded, and this process has it --unwrap the instance's data key--> open
 *   recorded, and this process has it not --> refused: a new key would open nothing
 */
import { DataKeys } from './data-keys.ts'
import { KeyStore } from './key-store.ts'
import { keysRefused, rootMissing } from './keys-refused.ts'
import { openRootKeys, type KeyOptions } from './open-root-keys.ts'
import { firstOf, type RootKeys } from './root-keys.ts'
import { SealBroken } from './seal-broken.ts'
import { SealingVault } from './sealing-vault.ts'
import type { Vault } from './vault.ts'

/** @throws BootError when the root key is missing, unfit, or another one */
export async function openVault(options: KeyOptions): Promise<Vault> {
  const store = new KeyStore(options.database)
  const keyring = await store.keyring()
  const roots = await openRootKeys(options, keyring)
  if (keyring.rootId === null) await store.claim(firstOf(roots).id, new Date(options.clock()).toISOString())
  await requireAll(store, roots)
  const keys = new DataKeys(store, roots)
  try {
    return new SealingVault(keys, await keys.need(''))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw keysRefused('The keys in the database were altered; restore the database from a backup.', error)
  }
}

/** Looks twice, since a rotation may end between a look at the database and one at the key file. */
async function requireAll(store: KeyStore, roots: RootKeys): Promise<void> {
  if ((await missingRoot(store, roots)) === undefined) return
  const missing = await missingRoot(store, roots)
  if (missing !== undefined) throw rootMissing(missing, roots)
}

async function missingRoot(store: KeyStore, roots: RootKeys): Promise<string | undefined> {
  const { rootId } = await store.keyring()
  const wrapping = await store.countByRoot()
  for (const id of new Set([rootId ?? '', ...wrapping.keys()])) {
    if ((await roots.find(id)) === undefined) return id
  }
  return undefined
}
