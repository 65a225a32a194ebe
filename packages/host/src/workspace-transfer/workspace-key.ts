/** The data key of a workspace, with which its sealed values travel as they are. */
import { keysRefused } from '../security/encryption/keys-refused.ts'
import { KeyStore } from '../security/encryption/key-store.ts'
import { encryptionModels } from '../security/encryption/models.ts'
import { openRootKeys, type KeyOptions } from '../security/encryption/open-root-keys.ts'
import type { Database } from '../database/database.ts'
import { TypeIds } from '../database/type-id.ts'
import type { Transactor } from '../database/transactor.ts'
import { boundTables } from './bound-tables.ts'
import type { FileKey } from './file/entries.ts'
import { TransferError } from './transfer-error.ts'

/** Reads the key; null for a workspace that has sealed nothing. @throws BootError without the root key */
export async function readWorkspaceKey(
  on: Transactor,
  config: KeyOptions['config'],
  orgId: string,
): Promise<FileKey | null> {
  const db = boundTables(encryptionModels, on)
  const row = await db
    .selectFrom('host_data_keys')
    .select(['id', 'workspace_id as workspace', 'root_id as rootId', 'wrapped', 'origins'])
    .where('workspace_id', '=', orgId)
    .executeTakeFirst()
  if (row === undefined) return null
  const ring = await db.selectFrom('host_keyring').select('id').executeTakeFirst()
  const root = ring && (await (await openRootKeys({ config }, ring)).find(row.rootId))
  if (root === undefined) {
    throw keysRefused(`The root key "${row.rootId}" is missing: without it, no secret can be exported.`)
  }
  return { id: row.id, bytes: root.reveal(row).toString('base64url'), origins: [...(row.origins ?? [])] }
}

/** The workspace of a file, and where its key goes. */
export interface KeyTarget {
  readonly config: KeyOptions['config']
  readonly database: Database
  /** Of the file. */
  readonly from: string
  /** In this instance; another one for a clone. */
  readonly orgId: string
}

/**
 * Stores the key of a file under the root key of the instance, inside the transaction of an import. That of a clone is its
 * own, and opens values of the original by their names.
 * @throws BootError without the root key, TransferError when a key is there
 */
export async function writeWorkspaceKey({ config, database, from, orgId }: KeyTarget, key: FileKey): Promise<void> {
  const store = new KeyStore(database)
  const ring = await store.keyring()
  const root = ring.rootId === null ? undefined : await (await openRootKeys({ config }, ring)).find(ring.rootId)
  if (root === undefined) throw keysRefused('The current root key is missing: start the host once, then try again.')
  const isSame = from === orgId
  const id = isSame ? key.id : new TypeIds().next('dky')
  const origins = isSame ? key.origins : [{ id: key.id, workspace: from }, ...key.origins]
  const wrapped = root.wrap(Buffer.from(key.bytes, 'base64url'), { id, workspace: orgId })
  await store.insert({ ...wrapped, origins: origins.length === 0 ? null : origins })
  const stored = await store.dataKey(orgId)
  if (stored?.id !== id || stored.wrapped !== wrapped.wrapped) {
    throw new TransferError('The key of the workspace could not be stored. Try again.')
  }
}
