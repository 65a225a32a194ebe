import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listRecords, listWatches, listZones, refreshZone, removeZone } from '../../shared.ts'
import { openWatchesLab, right } from '../testing/watches-lab.ts'
import { acme } from '../testing/zones-lab.ts'

const api = { name: `api.${acme}`, type: 'A' }

suite('background checks of record sets', () => {
  test('a record set that goes wrong is told once after two rounds, and once when it is right again', async () => {
    await using lab = await openWatchesLab()
    const { watch } = await lab.watch()
    assert.deepEqual([watch?.state, watch?.isChosen, watch?.expected], [null, true, right])
    await lab.pass({ minutes: 3 })
    const [first] = await lab.list()
    assert.deepEqual([first?.name, first?.state, first?.isFailing], [api.name, 'ok', false])
    assert.ok(first?.checkedAt)
    lab.tree.records(`${api.name} A`, ['192.0.2.7'])
    await lab.pass({ hours: 6, minutes: 1 })
    assert.deepEqual([(await lab.list())[0]?.state, lab.names()], ['wrong', []])
    for (let round = 0; round < 4; round += 1) await lab.pass({ hours: 1 })
    assert.deepEqual(lab.names(), ['record.verify_failed'])
    assert.deepEqual(lab.events[0]?.data, {
      zoneId: lab.id,
      zone: acme,
      ...api,
      expected: right,
      outcome: 'wrong',
      server: `ns1.${acme}`,
      seen: ['192.0.2.7'],
    })
    assert.equal(lab.notifications.length, 1)
    const text = JSON.stringify(lab.notifications[0])
    for (const part of [acme, `${api.name} A`, '192.0.2.1', '192.0.2.7']) assert.ok(text.includes(part), part)
    const [zone] = (await lab.host.as('member').call(listZones)).items
    const [shown] = (await lab.host.as('member').call(listRecords, { id: lab.id })).items
    assert.deepEqual([zone?.failing, shown?.watch?.isFailing], [1, true])
    assert.equal((await lab.host.as('member').call(listWatches, { id: lab.id, isFailing: false })).items.length, 0)
    lab.tree.records(`${api.name} A`, right)
    for (let round = 0; round < 8; round += 1) await lab.pass({ hours: 1 })
    assert.deepEqual(lab.names(), ['record.verify_failed', 'record.verified'])
    assert.equal(lab.notifications.length, 1)
  })

  test('neither one wrong check nor failed lookups notify admins', async () => {
    await using lab = await openWatchesLab()
    await lab.watch()
    lab.tree.records(`${api.name} A`, [])
    await lab.pass({ minutes: 3 })
    assert.equal((await lab.list())[0]?.state, 'missing')
    lab.tree.break(lab.tree.servers[0], 'refused')
    lab.tree.break(lab.tree.servers[1], 'refused')
    for (let round = 0; round < 6; round += 1) await lab.pass({ hours: 1 })
    const [unknown] = await lab.list()
    assert.deepEqual([unknown?.state, unknown?.isFailing, unknown?.seen?.problem], ['lookup_failed', false, 'refused'])
    lab.tree.mend()
    lab.tree.records(`${api.name} A`, right)
    await lab.pass({ hours: 6 })
    assert.deepEqual([(await lab.list())[0]?.state, lab.names()], ['ok', []])
  })

  test('a record set deleted outside is missing; one deleted here is no longer watched', async () => {
    await using lab = await openWatchesLab()
    await lab.watch()
    for (const set of lab.provider.zones.get(acme)?.records ?? []) lab.provider.zones.get(acme)?.delete(set)
    lab.tree.records(`${api.name} A`, [])
    await lab.host.as('admin').call(refreshZone, { id: lab.id })
    for (let round = 0; round < 3; round += 1) await lab.pass({ hours: 1 })
    const [gone] = await lab.list()
    assert.deepEqual([gone?.state, gone?.isFailing, gone?.expected], ['missing', true, right])
    await lab.edit({ set: [{ name: 'api', type: 'A', ttl: 60, data: ['192.0.2.9'] }] })
    assert.deepEqual((await lab.list())[0]?.expected, ['192.0.2.9'])
    await lab.edit({ delete: [{ name: 'api', type: 'A' }] })
    assert.deepEqual(await lab.list(), [])
    const asked = lab.asked()
    await lab.pass({ hours: 12 })
    assert.equal(lab.asked(), asked)
  })

  test('with the feature off, after the end of a watch and of its zone nothing is asked', async () => {
    await using lab = await openWatchesLab()
    await lab.watch()
    await lab.pass({ minutes: 3 })
    await lab.host.switchFeature('domains', false)
    let asked = lab.asked()
    await lab.pass({ hours: 13 })
    assert.equal(lab.asked(), asked)
    await lab.host.switchFeature('domains', true)
    await lab.pass({ hours: 7 })
    assert.ok(lab.asked() > asked, 'it goes on')
    assert.equal((await lab.watch(false)).watch, null)
    asked = lab.asked()
    await lab.pass({ hours: 13 })
    assert.equal(lab.asked(), asked)
    await lab.watch()
    await lab.host.as('admin').call(removeZone, { id: lab.id })
    await lab.pass({ hours: 13 })
    assert.equal(lab.asked(), asked)
  })

  test('another workspace finds neither the zone nor its watches', async () => {
    await using lab = await openWatchesLab()
    await lab.watch()
    const other = lab.host.as('otherOwner')
    const path = `/api/x/domains/zones/${lab.id}`
    const statuses = [
      (await other.get(`${path}/watches`)).status,
      (await other.post(`${path}/watch`, { name: 'api', type: 'A', isWatched: false })).status,
    ]
    assert.deepEqual(statuses, [404, 404])
    assert.equal((await lab.list()).length, 1)
    const unknown = await lab.host.as('member').post(`${path}/watch`, { name: 'nowhere', type: 'A', isWatched: true })
    assert.equal(unknown.status, 400)
  })
})
