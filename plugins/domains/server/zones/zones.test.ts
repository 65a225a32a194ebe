import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listRecords, readZone } from '../../shared.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

suite('DNS zones', () => {
  test('a plan of a member changes the provider once an admin applies it, and the copy with it', async () => {
    await using lab = await openZonesLab()
    const zone = await lab.addZone()
    assert.deepEqual([zone.name, zone.records, zone.provider], [acme, 5, 'memory'])
    const plan = await lab.plan(zone.id, { set: [{ name: 'go', type: 'CNAME', data: ['links.example.net.'] }] })
    assert.equal(plan.count, 1)
    assert.equal(lab.records().length, 5)
    assert.equal((await lab.apply(plan)).state, 'applied')
    assert.ok(lab.records().includes('go.acme.example 300 CNAME links.example.net.'))
    const { items } = await lab.host.as('member').call(listRecords, { id: zone.id, q: 'links' })
    assert.deepEqual(
      items.map(({ name, type }) => [name, type]),
      [['go.acme.example', 'CNAME']],
    )
    const { records, lastChange } = await lab.host.as('member').call(readZone, { id: zone.id })
    assert.deepEqual([records, lastChange?.id], [6, plan.id])
    const [event] = await lab.events()
    assert.deepEqual(event?.data, {
      zoneId: zone.id,
      zone: acme,
      count: 1,
      records: [{ name: 'go.acme.example', type: 'CNAME' }],
      isDrift: false,
    })
  })
})
