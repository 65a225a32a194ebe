import { KeyStore } from './key-store.ts'
import { openRootKeys, type KeyOptions } from './open-root-keys.ts'
import { keysRefused } from './keys-refused.ts'

/** A root key, by its name and never by its bytes. */
export interface RootKeyStatus {
  readonly id: string
  /** Whether new data keys are wrapped with it. */
  readonly isCurrent: boolean
  /** Whether this process has it. */
  readonly isHere: boolean
  /** How many data keys it wraps. */
  readonly dataKeys: number
}

/** The keys of an instance, for people. */
export interface KeyStatus {
  /** Where root keys come from, as a sentence names it. */
  readonly source: string
  /** When the current root key became it, as ISO 8601. */
  readonly since: string | null
  /** The current one first. */
  readonly rootKeys: readonly RootKeyStatus[]
}

/** Counts the keys of an instance. @throws BootError when it has none, or its key file is missing or unfit */
export async function readKeyStatus(options: KeyOptions): Promise<KeyStatus> {
  const store = new KeyStore(options.database)
  const keyring = await store.findKeyring()
  if (keyring === undefined || keyring.rootId === null) {
    throw keysRefused('No keys yet; the first start creates them.')
  }
  const roots = await openRootKeys(options, keyring)
  const here = new Set(roots.all().map(({ id }) => id))
  const counts = await store.countByRoot()
  const ids = new Set([keyring.rootId, ...here, ...counts.keys()])
  const rootKeys = [...ids].map((id) =>
    Object.freeze({ id, isCurrent: id === keyring.rootId, isHere: here.has(id), dataKeys: counts.get(id) ?? 0 }),
  )
  return Object.freeze({ source: roots.source, since: keyring.since, rootKeys })
}
