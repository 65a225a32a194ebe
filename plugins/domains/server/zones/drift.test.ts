import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { handBackRecord, listZoneHistory, readZoneAt, refreshZone, takeOverRecord } from '../../shared.ts'
import { acme, openZonesLab, type ZonesLab } from '../testing/zones-lab.ts'

/** Changes a record set at the provider, and has the zone read. */
async function changeOutside(
  lab: ZonesLab,
  id: string,
  [data, label = 'api']: readonly [string, string?],
): Promise<void> {
  lab.host.clock.advance({ minutes: 1 })
  lab.provider.zones.get(acme)?.set({ name: `${label}.${acme}`, type: 'A', ttl: 60, data: [data] })
  await lab.host.as('admin').call(refreshZone, { id })
}

async function driftsOf(lab: ZonesLab, id: string) {
  const { items } = await lab.host.as('member').call(listZoneHistory, { id })
  return items.filter(({ isDrift, count }) => isDrift && count > 0)
}

suite('changes made outside', () => {
  test('a day has at most six entries: the last one has all that followed, and the zone can be read as of now', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    for (let count = 1; count <= 9; count += 1) await changeOutside(lab, id, [`192.0.2.${count}`])
    await changeOutside(lab, id, ['198.51.100.1', 'other'])
    const [last, ...others] = await driftsOf(lab, id)
    assert.deepEqual([others.length, last?.count], [5, 2])
    const steps = await lab.changesets.steps(lab.host.workspaces.here, last?.id ?? '', {})
    const values = steps.items.map(({ key, before, after, state }) => [key, dataOf(before), dataOf(after), state])
    assert.deepEqual(values, [
      [`api.${acme} A`, ['192.0.2.5'], ['192.0.2.9'], 'applied'],
      [`other.${acme} A`, undefined, ['198.51.100.1'], 'applied'],
    ])
    const at = new Date(lab.host.clock.now()).toISOString()
    await changeOutside(lab, id, ['192.0.2.5'])
    const [back] = await driftsOf(lab, id)
    assert.deepEqual([back?.id, back?.count], [last?.id, 1], 'a value that is back has no step')
    const past = await lab.host.as('member').call(readZoneAt, { id, at: new Date(lab.host.clock.now()).toISOString() })
    assert.deepEqual(past.records.find(({ name }) => name === `api.${acme}`)?.data, ['192.0.2.5'])
    assert.ok(Date.parse(back?.finishedAt ?? '') > Date.parse(at))
    for (let count = 0; count < 4; count += 1) await changeOutside(lab, id, [`192.0.2.${count % 2 === 0 ? 9 : 5}`])
    assert.equal((await driftsOf(lab, id)).length, 6, 'also when a value goes back and forth')
    await lab.pass({ days: 1 })
    await changeOutside(lab, id, ['192.0.2.77'])
    assert.equal((await driftsOf(lab, id)).length, 7, 'the next day has an entry of its own')
  })

  test('after a change made here, drift has an entry of its own', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    for (let count = 1; count <= 7; count += 1) await changeOutside(lab, id, [`192.0.2.${count}`])
    await lab.apply(await lab.plan(id, { set: [{ name: 'new', type: 'A', data: ['192.0.2.200'] }] }))
    await changeOutside(lab, id, ['192.0.2.99'])
    const { items } = await lab.host.as('member').call(listZoneHistory, { id })
    assert.deepEqual(
      items.slice(0, 3).map(({ isDrift, count }) => [isDrift, count]),
      [
        [true, 1],
        [false, 1],
        [true, 1],
      ],
    )
  })

  test('its titles are in the language of the reader; titles that users wrote stay as they are', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const owner = {
      name: `mail.${acme}`,
      type: 'TXT',
      ttl: 60,
      data: ['"heritage=external-dns,external-dns/owner=me"'],
    }
    lab.provider.zones.get(acme)?.set(owner)
    await lab.host.as('admin').call(refreshZone, { id })
    const set = { id, name: 'mail', type: 'A' }
    await lab.host.as('admin').call(takeOverRecord, set)
    await lab.host.as('admin').call(handBackRecord, set)
    await lab.apply(await lab.plan(id, { title: 'Weiter', set: [{ name: 'new', type: 'A', data: ['192.0.2.200'] }] }))
    const titles = async (language: string) => {
      const request = { headers: { 'accept-language': language } }
      const answer = await lab.host.as('member').get(`/api/x/domains/zones/${id}/history`, request)
      return ((await answer.json()) as { items: { title: string }[] }).items.map(({ title }) => title)
    }
    const mail = `mail.${acme} A`
    assert.deepEqual(await titles('en'), [
      'Weiter',
      `${mail} was handed back`,
      `${acme} was changed outside`,
      `${acme} was added`,
    ])
    assert.deepEqual(await titles('zh'), ['Weiter', `已交还 ${mail}`, `${acme} 在外部发生了更改`, `已添加 ${acme}`])
  })
})

function dataOf(value: unknown): unknown {
  return (value as { readonly data?: unknown } | null)?.data
}
