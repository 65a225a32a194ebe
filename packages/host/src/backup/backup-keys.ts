import type { KeyObject } from 'node:crypto'
import type { RootKey } from '../security/encryption/root-key.ts'

/** The keys of an instance's backups, both derived from its root key: neither opens anything that the host has sealed. */
export interface BackupKeys {
  /** The fingerprint of the root key. */
  readonly root: string
  /** Names chunks by their content: without it, a name does not tell what is in a chunk. */
  readonly naming: KeyObject
  /** Proves which host wrote a backup. */
  readonly proving: KeyObject
}

export function backupKeysOf(root: RootKey): BackupKeys {
  return Object.freeze<BackupKeys>({ root: root.id, naming: root.backupKey('name'), proving: root.backupKey('prove') })
}
