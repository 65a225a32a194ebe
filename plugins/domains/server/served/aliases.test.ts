import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { transferZone } from '@host/dns'
import { changeZoneServer, planRecords, readZoneServer } from '../../shared.ts'
import { openServedLab, type ServedLab } from '../testing/served-lab.ts'

const acme = 'acme.example'
const target = 'front.example'
const alias = { name: '@', type: 'ALIAS', ttl: 300, data: [`${target}.`] }
const [first, second] = ['93.184.216.34', '93.184.216.35']

/** The rcodes of A and AAAA. */
async function rcodesOf(lab: ServedLab): Promise<readonly number[]> {
  const answers = await Promise.all(['A', 'AAAA'].map((type) => lab.ask(acme, type)))
  return answers.map(({ rcode }) => rcode)
}

async function untilRcodes(lab: ServedLab, wanted: readonly number[]): Promise<readonly number[]> {
  for (const end = performance.now() + 5_000; ;) {
    const found = await rcodesOf(lab)
    if (found.join() === wanted.join() || performance.now() > end) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The addresses of the zone that a secondary gets, or the error. */
async function transferred({ port }: ServedLab): Promise<string> {
  const server = { address: '127.0.0.1', port, isAllowedAddress: () => true }
  const found: string[] = []
  try {
    for await (const { type, data } of transferZone({ ...server, zone: `${acme}.`, maxRecords: 99, maxBytes: 9_999 })) {
      if (type === 'A' || type === 'AAAA') found.push(data)
    }
    return found.join()
  } catch (error) {
    return String(error)
  }
}

suite('ALIAS records', () => {
  test('the apex is answered with the addresses of the target, which are followed', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    lab.tree.delegate(target)
    lab.tree.cache(`${target} A`, [first, '10.0.0.1'])
    lab.tree.cache(`${target} AAAA`, ['2606:2800:220:1::1'])
    await lab.change(zone.id, { set: [alias] })
    assert.deepEqual(await lab.until(acme, 'A', [first]), [first], 'without the private address')
    assert.deepEqual(await lab.until(acme, 'AAAA', ['2606:2800:220:1::1']), ['2606:2800:220:1::1'])
    const server = async () => await lab.host.as('member').call(readZoneServer, { id: zone.id })
    const { serial, ...before } = await server()
    assert.deepEqual(before.alias?.addresses, [first, '2606:2800:220:1::1'])
    lab.tree.cache(`${target} A`, [second])
    lab.host.clock.advance({ minutes: 2 })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.until(acme, 'A', [second]), [second])
    assert.ok((await server()).serial > serial, 'secondaries transfer the new addresses')
  })

  test('the last addresses are answered for an hour while the target fails, also with the feature off', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    lab.tree.delegate(target)
    lab.tree.cache(`${target} A`, [first])
    const secondaries = [{ address: '127.0.0.1', port: 53 }]
    await lab.host.as('admin').call(changeZoneServer, { id: zone.id, secondaries })
    await lab.change(zone.id, { set: [alias] })
    await lab.until(acme, 'A', [first])
    const serialOf = async () => (await lab.ask(acme, 'SOA')).answers[0]?.data
    const serial = await serialOf()
    await lab.host.switchFeature('domains', false)
    lab.tree.cache(`${target} A`, [])
    lab.host.clock.advance({ minutes: 50 })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.until(acme, 'A', [first]), [first])
    lab.host.clock.advance({ minutes: 15 })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.until(acme, 'A', []), [])
    assert.deepEqual(await rcodesOf(lab), [2, 2], 'unknown, and not denied')
    assert.deepEqual([await serialOf(), await transferred(lab)], [serial, first], 'secondaries have the last ones')
    lab.tree.cache(`${target} A`, [second])
    lab.host.clock.advance({ seconds: 61 })
    await lab.host.settleJobs()
    await lab.until(acme, 'A', [second])
    assert.deepEqual([(await serialOf()) === serial, await transferred(lab)], [false, second])
  })

  test('a family that the target lacks is denied, and one that is unknown fails until it is found', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const secondaries = [{ address: '127.0.0.1', port: 53 }]
    await lab.host.as('admin').call(changeZoneServer, { id: zone.id, secondaries })
    lab.tree.delegate(target)
    lab.tree.cache(`${target} A`, ['10.0.0.1'])
    await lab.change(zone.id, { set: [alias, { name: 'www', type: 'TXT', ttl: 60, data: ['x'] }] })
    await lab.until(`www.${acme}`, 'TXT', ['"x"'])
    assert.deepEqual(await rcodesOf(lab), [2, 2], 'only a private address')
    assert.match(await transferred(lab), /failed to process/)
    lab.tree.cache(`${target} AAAA`, ['2606:2800:220:1::1'])
    lab.host.clock.advance({ seconds: 61 })
    await lab.host.settleJobs()
    await lab.until(acme, 'AAAA', ['2606:2800:220:1::1'])
    assert.deepEqual(await rcodesOf(lab), [2, 0])
    lab.tree.cache(`${target} A`, [])
    lab.host.clock.advance({ seconds: 61 })
    await lab.host.settleJobs()
    assert.deepEqual(await untilRcodes(lab, [0, 0]), [0, 0])
    assert.deepEqual(
      (await lab.ask(acme, 'A')).authorities.map(({ type }) => type),
      ['SOA'],
    )
  })

  test('only the zone itself has one, and never beside addresses', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    const member = lab.host.as('member')
    const problems = async (...set: object[]) => {
      const answer = await member.post(`/api/x/domains/zones/${zone.id}/plan`, { set })
      const { errors = [] } = (await answer.json()) as { errors?: { path: string }[] }
      return [answer.status, errors.map(({ path }) => path)]
    }
    assert.deepEqual(await problems({ ...alias, name: 'www' }), [400, ['set.0.name']])
    assert.deepEqual(await problems({ ...alias, data: [`${acme}.`] }), [400, ['set.0.data']])
    const address = { name: '@', type: 'A', ttl: 300, data: ['192.0.2.1'] }
    assert.deepEqual((await problems(alias, address))[0], 400)
    await lab.change(zone.id, { set: [address] })
    assert.deepEqual(await problems(alias), [400, ['set.0.type']])
    const { changeset } = await member.call(planRecords, {
      id: zone.id,
      set: [alias],
      delete: [{ name: '@', type: 'A' }],
    })
    assert.equal(changeset?.count, 2)
  })
})
