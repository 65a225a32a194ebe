import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DataAccess } from '../db/data-access.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate/migrate.ts'
import { testDatabases } from '../db/testing/test-databases.ts'
import { joinNodes } from './join-nodes.ts'
import { leaseNow } from './lease-clock.ts'
import { nodeModels } from './models.ts'

async function liveNodes(database: Database): Promise<readonly string[]> {
  const data = new DataAccess({ database, owners: [{ name: 'host', models: nodeModels }], onDoor: () => undefined })
  const rows = await data
    .forHost(nodeModels)
    .selectFrom('host_nodes')
    .select('id')
    .where('lease_until', '>', leaseNow(database.dialect))
    .execute()
  return rows.map(({ id }) => id)
}

for (const product of testDatabases) {
  test(`${product.dialect}: a process that is the only one lives until it leaves, and forgets those before it`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, [{ name: 'host', models: nodeModels }])
    const join = () => joinNodes({ database, keeper: undefined, isFirst: true, onChange: () => undefined })
    const before = await join()
    const lease = await join()
    assert.notEqual(lease.id, before.id)
    assert.deepEqual(await liveNodes(database), [lease.id])
    await lease.leave()
    assert.deepEqual(await liveNodes(database), [])
  })
}
