import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addZone, listAllProviders, listDomains, listProviders, removeDomain, removeZone } from '../../shared.ts'
import { plugin } from '../index.ts'
import { openServedLab, type ServedLab } from '../testing/served-lab.ts'

const acme = 'acme.example'
const www = `www.${acme}`

/** Waits for a serial that is newer than the last one, and refuses an older one. */
async function newSerial(lab: ServedLab, last: number): Promise<number> {
  for (const end = performance.now() + 5_000; ;) {
    const [soa] = (await lab.ask(acme, 'SOA')).answers
    const serial = Number(soa?.data.split(' ')[2] ?? last)
    assert.ok(serial >= last, `${serial} after ${last}`)
    if (serial > last) return serial
    if (performance.now() > end) assert.fail(`The serial stays ${last}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

suite('zones that this host serves', () => {
  test('a zone begins with its name servers and its proof, and a change is served', async () => {
    await using lab = await openServedLab()
    assert.equal((await lab.ask(acme, 'SOA')).rcode, 5, 'refused before it is served')
    const zone = await lab.serve(acme)
    assert.deepEqual(await lab.until(acme, 'NS', ['ns1.host.test.', 'ns2.host.test.']), [
      'ns1.host.test.',
      'ns2.host.test.',
    ])
    assert.match((await lab.ask(`_host-challenge.${acme}`, 'TXT')).answers[0]?.data ?? '', /host-challenge=/)
    const [soa] = (await lab.ask(acme, 'SOA')).answers
    assert.match(soa?.data ?? '', /^ns1\.host\.test\. hostmaster\.acme\.example\. \d+ 3600 600 1209600 300$/)
    const ready = (await (await lab.host.fetch(new Request('http://host.test/readyz'))).json()) as { checks: unknown }
    assert.deepEqual(ready.checks, [{ name: 'dns', state: 'ok', working: 1, failing: 0 }])
    await lab.change(zone.id, { set: [{ name: 'www', type: 'A', ttl: 60, data: ['192.0.2.1'] }] })
    assert.deepEqual(await lab.until(www, 'A', ['192.0.2.1']), ['192.0.2.1'])
    const later = (await lab.ask(acme, 'SOA')).answers[0]?.data.split(' ')[2]
    assert.ok(Number(later) > Number(soa?.data.split(' ')[2]))
  })

  test('a host that answers no DNS offers no zones of its own', async () => {
    await using host = await createTestHost({ plugins: [plugin] })
    const { items } = await host.as('admin').call(listProviders)
    assert.deepEqual(
      items.map(({ name }) => name),
      ['cloudflare', 'rfc2136', 'route53'],
    )
    const account = { provider: 'builtin', label: 'Here', settings: {} }
    assert.equal((await host.as('admin').post('/api/x/domains/accounts', account)).status, 400)
  })

  test('the console counts its accounts', async () => {
    await using lab = await openServedLab()
    await lab.serve(acme)
    const { items } = await lab.host.as('instanceAdmin').call(listAllProviders)
    assert.deepEqual(
      items
        .filter(({ name }) => name === 'builtin')
        .map(({ title, plugin: from, accounts }) => [title, from, accounts]),
      [['Built-in DNS server', 'domains', 1]],
    )
  })

  test('only verified domains are offered, and a removed domain or zone is no longer answered', async () => {
    await using lab = await openServedLab()
    const admin = lab.host.as('admin')
    const zone = await lab.serve(acme)
    await lab.until(acme, 'NS', ['ns1.host.test.', 'ns2.host.test.'])
    const domainId = await lab.verify('other.example')
    const account = { accountId: zone.accountId }
    const refused = await admin.post('/api/x/domains/zones', { ...account, name: 'never.example' })
    assert.equal(refused.status, 400)
    const other = await admin.post('/api/x/domains/zones', { ...account, name: 'other.example' })
    assert.equal(other.status, 201)
    await lab.until('other.example', 'NS', ['ns1.host.test.', 'ns2.host.test.'])
    await admin.call(removeDomain, { id: domainId })
    assert.deepEqual(await lab.until('other.example', 'NS', []), [])
    assert.equal((await lab.ask('other.example', 'NS')).rcode, 5)
    await admin.call(removeZone, { id: zone.id })
    assert.deepEqual(await lab.until(acme, 'NS', []), [])
  })

  test('RFC 1982 the serial of a name is newer after the zone was removed and added again, by any workspace', async () => {
    await using lab = await openServedLab()
    const [admin, other] = [lab.host.as('admin'), lab.host.as('otherOwner')]
    const { id, accountId } = await lab.serve(acme)
    // The clock stands still, so each change puts the serial ahead of the time.
    for (const data of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      await lab.change(id, { set: [{ name: 'www', type: 'A', ttl: 60, data: [data] }] })
    }
    await lab.until(www, 'A', ['192.0.2.3'])
    const first = await newSerial(lab, 0)
    await admin.call(removeZone, { id })
    await admin.call(addZone, { accountId, name: acme })
    const second = await newSerial(lab, first)
    const [domain] = (await admin.call(listDomains)).items
    await admin.call(removeDomain, { id: domain?.id ?? '' })
    await lab.serve(acme, other)
    const third = await newSerial(lab, second)
    const [taken] = (await other.call(listDomains)).items
    await other.call(removeDomain, { id: taken?.id ?? '' })
    await lab.verify(acme)
    await newSerial(lab, third)
  })

  test('records that no server could answer are refused before they are written', async () => {
    await using lab = await openServedLab()
    const { id } = await lab.serve(acme)
    const planned = async (set: object): Promise<number> =>
      (await lab.host.as('member').post(`/api/x/domains/zones/${id}/plan`, { set: [set] })).status
    const texts = (count: number) =>
      Array.from({ length: count }, (_, at) => `"${at}${'x'.repeat(240)}" "${'y'.repeat(240)}"`)
    assert.equal(await planned({ name: 'big', type: 'TXT', ttl: 60, data: texts(100) }), 200)
    assert.equal(await planned({ name: 'big', type: 'TXT', ttl: 60, data: texts(150) }), 400)
    assert.equal(await planned({ name: 'odd', type: 'TYPE200', ttl: 60, data: ['\\# 1 00'] }), 400)
  })

  test('with the feature off a zone keeps answering', async () => {
    await using lab = await openServedLab()
    const zone = await lab.serve(acme)
    await lab.change(zone.id, { set: [{ name: 'www', type: 'A', ttl: 60, data: ['192.0.2.1'] }] })
    await lab.host.switchFeature('domains', false)
    assert.deepEqual(await lab.until(www, 'A', ['192.0.2.1']), ['192.0.2.1'])
  })
})
