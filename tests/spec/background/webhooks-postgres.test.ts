/** Webhooks on PostgreSQL; the plugin's own tests cover SQLite. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { answers, openWebhookLab } from '../../../plugins/webhooks/server/testing/webhook-lab.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  readEndpoint,
  replay,
  rotateSecret,
  webhookLimits,
  type ReplayChoice,
} from '../../../plugins/webhooks/shared.ts'

for (const product of testDatabases.filter(({ dialect }) => dialect === 'postgres')) {
  test(`${product.name}: deliveries are made once, paced, counted, replayed, and go with their endpoint and in time`, async () => {
    await using fresh = await product.create()
    await using lab = await openWebhookLab({ HOST_DATABASE_URL: fresh.url })
    const opened = await fresh.open({ isExclusive: false })
    const count = (table: string): Promise<number> => countRows(opened, table)
    const admin = lab.host.as('admin')
    const later = async (time: { readonly seconds?: number; readonly days?: number }): Promise<void> => {
      lab.host.clock.advance(time)
      await lab.host.settleJobs()
    }
    const since = new Date(lab.host.clock.now()).toISOString()
    await lab.publish('nte_missed')
    const { id } = await lab.add(lab.site.at('/hook', answers(200)), { ratePerMinute: 2 })

    // Two at once are two turns of a rate of two a minute, and both count in the hour of their tries.
    await Promise.all([lab.publish('nte_1'), lab.publish('nte_2')])
    assert.equal(lab.got('/hook').length, 1)
    await later({ seconds: 31 })
    assert.equal(lab.got('/hook').length, 2)
    assert.deepEqual((await admin.call(readEndpoint, { id })).lastDay, { succeeded: 2, failed: 0 })

    await admin.call(changeEndpoint, { id, ratePerMinute: null })
    lab.site.at('/hook', answers(410))
    await lab.publish('nte_3')
    assert.equal((await admin.call(readEndpoint, { id })).disabledReason, 'gone')
    lab.site.at('/hook', answers(200))
    await admin.call(changeEndpoint, { id, isEnabled: true })
    await admin.call(rotateSecret, { id })
    const again = async (only: ReplayChoice): Promise<number> => {
      const before = lab.got('/hook').length
      await admin.call(replay, { id, since, only })
      await lab.host.settleJobs()
      return lab.got('/hook').length - before
    }
    assert.deepEqual([await again('failed'), await again('failed')], [1, 0])
    assert.deepEqual([await again('missed'), await again('missed'), await again('all')], [1, 0, 4])
    const { items } = await admin.call(listDeliveries, { id, state: 'delivered', event: 'note.created' })
    assert.equal(items.length, 4)

    // All but the last one that a workspace may have, disabled; of three at once that one is added.
    const columns = 'org_id, url, description, events, seal, secret, concurrency, turns_until, created_at'
    const most = webhookLimits.endpoints
    await opened.run({
      sql: `insert into webhooks_endpoints (id, is_enabled, ${columns})
        select 'whe_' || number, false, ${columns} from webhooks_endpoints, generate_series(3, ${most}) as number`,
      parameters: [],
      writes: true,
    })
    const draft = { url: lab.site.url('/hook'), events: ['note.deleted'] }
    const added = await Promise.allSettled(Array.from({ length: 3 }, () => admin.call(createEndpoint, draft)))
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 1)
    await lab.publish('nte_4', 'deleted')
    assert.equal(await count('deliveries'), 6)
    await admin.call(deleteEndpoint, { id })
    await lab.host.settleJobs()
    assert.deepEqual([await count('deliveries'), await count('attempts'), await count('hours')], [1, 1, 1])
    await later({ days: webhookLimits.retentionDays + 1 })
    assert.deepEqual([await count('deliveries'), await count('attempts'), await count('hours')], [0, 0, 0])
    assert.equal(await count('endpoints'), most - 1)
  })
}

async function countRows(opened: Awaited<ReturnType<TestDatabase['open']>>, table: string): Promise<number> {
  const sql = `select count(*) as many from "webhooks_${table}"`
  return Number((await opened.run({ sql, parameters: [], writes: false })).rows[0]?.['many'])
}
