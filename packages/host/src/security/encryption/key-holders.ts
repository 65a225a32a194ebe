/**
 * Which running processes have which root keys. A process reads `HOST_SECRET_KEY` once, so one that was started without
 * a new key can open nothing that is wrapped with it: a root key becomes current only where all have it. Processes with
 * a key file are not listed, because they read it again.
 */
import type { Queries } from '@host/plugin'
import type { Database } from '../../database/database.ts'
import { leaseNow } from '../../database/nodes/lease-clock.ts'
import { KeyStore } from './key-store.ts'
import { rootMissing } from './keys-refused.ts'
import type { KeyTables } from './models.ts'
import type { RootKey } from './root-key.ts'
import { fixedRootKeys } from './root-keys.ts'

/**
 * Notes the keys of a process under the id of its lease, and forgets the processes that are gone.
 * @throws BootError when the current root key has become another one since the process looked
 */
export async function recordKeyHolder(database: Database, node: string, keys: readonly RootKey[]): Promise<void> {
  const ids = keys.map(({ id }) => id)
  await new KeyStore(database).hold(async (db, { rootId }) => {
    if (rootId !== null && !ids.includes(rootId)) throw rootMissing(rootId, fixedRootKeys(keys))
    const nodes = db.selectFrom('host_nodes').select('host_nodes.id')
    await db.deleteFrom('host_key_holders').where('node_id', 'not in', nodes).execute()
    await db.insertInto('host_key_holders').values({ node_id: node, root_ids: ids }).execute()
  })
}

/** How many running processes were started without a root key. */
export async function countWithout(
  db: Queries<KeyTables>,
  rootId: string,
  dialect: Database['dialect'],
): Promise<number> {
  const holders = await db
    .selectFrom('host_key_holders as holder')
    .innerJoin('host_nodes as node', 'node.id', 'holder.node_id')
    .select('holder.root_ids as rootIds')
    .where('node.lease_until', '>', leaseNow(dialect))
    .execute()
  return holders.filter(({ rootIds }) => !rootIds.includes(rootId)).length
}
