import { KeyStore, type Keyring } from './key-store.ts'
import { keysRefused, rootMissing } from './keys-refused.ts'
import { openRootKeys, type KeyOptions } from './open-root-keys.ts'
import { fixedRootKeys, type RootKeys } from './root-keys.ts'

/** Refuses a database whose keys this process can't open, before a migration changes it. @throws BootError */
export async function checkKeys(options: KeyOptions): Promise<void> {
  const store = new KeyStore(options.database)
  if (await store.hasTables()) await requireKeys(options, store)
}

/**
 * Requires that this process can open every key of a database. Only reads, so a refused start changes nothing.
 * @returns whether there are keys; false before the first start
 * @throws BootError
 */
export async function requireKeys(options: KeyOptions, store: KeyStore): Promise<boolean> {
  const keyring = await store.findKeyring()
  const wrapping = await store.countByRoot()
  if ((keyring?.rootId ?? null) === null && wrapping.size === 0) return false
  await requireRoots(store, await rootsFor(options, keyring))
  if (wrapping.size > 0 && (await store.dataKey('')) === undefined) throw instanceKeyMissing()
  return true
}

async function rootsFor(options: KeyOptions, keyring: Keyring | undefined): Promise<RootKeys> {
  const { secretKeys } = options.config
  if (keyring !== undefined) return await openRootKeys(options, keyring)
  // Only the keyring names the key file.
  if (secretKeys === undefined) throw keyringMissing()
  return fixedRootKeys(secretKeys)
}

/** Looks twice, since a rotation may end between a look at the database and one at the key file. */
async function requireRoots(store: KeyStore, roots: RootKeys): Promise<void> {
  if ((await missingRoot(store, roots)) === undefined) return
  const missing = await missingRoot(store, roots)
  if (missing !== undefined) throw rootMissing(missing, roots)
}

async function missingRoot(store: KeyStore, roots: RootKeys): Promise<string | undefined> {
  const current = (await store.findKeyring())?.rootId ?? undefined
  const wrapping = await store.countByRoot()
  for (const id of new Set([...(current === undefined ? [] : [current]), ...wrapping.keys()])) {
    if ((await roots.find(id)) === undefined) return id
  }
  return undefined
}

function keyringMissing() {
  return keysRefused(
    'The database has data keys but no keyring, which identifies their key file. Restore the database from a backup, or set HOST_SECRET_KEY to the keys of the file.',
  )
}

/** A new one would change every key that is derived from it: sessions, audit log, sealed values of the instance. */
function instanceKeyMissing() {
  return keysRefused(
    'The data key of the instance is missing while other data keys are present. Restore the table host_data_keys from a backup of this database.',
  )
}
