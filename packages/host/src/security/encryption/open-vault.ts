/**
 * Opens the vault of a host.
 *
 *   no data key, no root key recorded --key file made, root key claimed--> recorded
 *   recorded, and this process has every root key that wraps a data key --unwrap the instance's data key--> open
 *   anything else --> refused, and nothing was written
 */
import { DataKeys } from './data-keys.ts'
import { KeyStore } from './key-store.ts'
import { keysRefused } from './keys-refused.ts'
import { makeRootKeys, openRootKeys, type KeyOptions } from './open-root-keys.ts'
import { requireKeys } from './require-keys.ts'
import { firstOf } from './root-keys.ts'
import { SealBroken } from './seal-broken.ts'
import { SealingVault } from './sealing-vault.ts'
import type { Vault } from './vault.ts'

/** @throws BootError when a root key is missing, unfit or another one, or the instance's data key is missing */
export async function openVault(options: KeyOptions): Promise<Vault> {
  const store = new KeyStore(options.database)
  const isFirst = !(await requireKeys(options, store))
  const keyring = await store.keyring()
  if (isFirst && keyring.rootId === null) await makeRootKeys(options, keyring)
  const roots = await openRootKeys(options, keyring)
  if (keyring.rootId === null) await store.claim(firstOf(roots).id, new Date(options.clock()).toISOString())
  // Of two first starts with different keys, the second finds that the root key of the first was claimed.
  await requireKeys(options, store)
  const keys = new DataKeys(store, roots)
  try {
    return new SealingVault(keys, await keys.need(''))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw keysRefused('The keys in the database were altered; restore the database from a backup.', error)
  }
}
