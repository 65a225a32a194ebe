import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'
import { nodeModels } from '../../database/nodes/models.ts'
import type { KeyOrigin } from './data-key.ts'

/** One row: its id names the key file of this database. */
const Keyring = model(
  'host_keyring',
  {
    id: column.id('ring'),
    /** Always `host`: the unique key that makes it one row. */
    name: column.text<'host'>({ max: 8 }),
    /** The root key that wraps new data keys; null until the first start has one. */
    root_id: column.text({ max: 64, nullable: true }),
    /** Root keys that were current before; none of them becomes it again. */
    past: column.json<readonly string[]>({ nullable: true }),
    /** When the current root key became it. */
    since: column.time({ nullable: true }),
  },
  { unique: ['name'] },
)

/** `workspace_id` and not `org_id`: one of the rows is the instance's, and none is ever shown to a workspace. */
const DataKeyRow = model(
  'host_data_keys',
  {
    id: column.id('dky'),
    /** Empty for the instance. */
    workspace_id: column.text({ max: 64 }),
    /** The root key that `wrapped` opens with. */
    root_id: column.text({ max: 64 }),
    /** Nonce, ciphertext and tag in base64url. */
    wrapped: column.text({ max: 128 }),
    /** Keys of the same bytes that values of the workspace were sealed with, before it was cloned; null for none. */
    origins: column.json<readonly KeyOrigin[]>({ nullable: true, secret: false }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: ['workspace_id'], index: ['root_id'] },
)

/** Which root keys a running process was started with; by their names. */
const KeyHolder = model(
  'host_key_holders',
  { id: column.id('hld'), node_id: column.text({ max: 64 }), root_ids: column.json<readonly string[]>() },
  { unique: ['node_id'] },
)

/** The tables of the keys: nothing in them opens anything without a root key. */
export const encryptionModels = [Keyring, DataKeyRow, KeyHolder] as const

/** With the processes that hold keys. */
export const keyModels = [...encryptionModels, ...nodeModels] as const

/** The tables of the keys, as a query sees them. */
export type KeyTables = InstanceTables<TablesOf<typeof keyModels>>

/** The handle on the tables of the keys. */
export type KeyDatabase = ScopedDatabase<KeyTables>
