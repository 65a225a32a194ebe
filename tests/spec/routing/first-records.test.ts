/** A quota is exact for the first record of a workspace too, where there are no records to lock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, testPlans } from '../../../packages/testing/src/index.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as domains } from '../../../plugins/domains/server/index.ts'

test('§7.2 of domains that are added to an empty workspace at once as many pass as the plan has', async () => {
  await using fresh = await testDatabases[1]?.create(hostTables)
  await using host = await createTestHost({
    plugins: [domains, testPlans({ limitOf: (_orgId, quota) => (quota === 'domains' ? 1 : undefined) })],
    environment: { HOST_DATABASE_URL: fresh?.url ?? '', HOST_PUBLIC_URL: 'http://host.test' },
  })
  for (const person of ['owner', 'otherOwner'] as const) {
    const add = async (_: unknown, at: number) =>
      (await host.as(person).post('/api/domains', { name: `tea-${at}.example` })).status
    const answers = await Promise.all(Array.from({ length: 4 }, add))
    assert.deepEqual(
      answers.toSorted((a, b) => a - b),
      [201, 429, 429, 429],
    )
  }
})
