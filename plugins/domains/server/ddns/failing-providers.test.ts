import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Problem, type DnsRecordSet } from '@host/plugin'
import { memoryDnsProvider, type MemoryDnsProvider } from '@host/testing'
import { listZoneHistory } from '../../shared.ts'
import { basic, home, openDdnsLab } from '../testing/ddns-lab.ts'
import { acme } from '../testing/zones-lab.ts'

const query = { hostname: home, myip: '198.51.100.7' }

/** A provider whose first write waits, and then fails. */
function failingProvider() {
  const memory = memoryDnsProvider({ zones: { [acme]: [{ name: home, type: 'A', ttl: 60, data: ['192.0.2.1'] }] } })
  const [start, failure] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const provider: MemoryDnsProvider = {
    ...memory,
    open(settings) {
      const account = memory.open(settings)
      return {
        zones: (options) => account.zones(options),
        records: (zone, options) => account.records(zone, options),
        async write(zone, change, options) {
          if (!isFirst) return await account.write(zone, change, options)
          isFirst = false
          start.resolve()
          await failure.promise
          throw new Problem('remote_failed')
        },
      }
    },
  }
  return { provider, started: start.promise, fail: failure.resolve }
}

suite('updates of dynamic DNS at failing providers', () => {
  test('a failed write is dnserr, blocks nothing, and the next update succeeds', async () => {
    await using lab = await openDdnsLab()
    const { token, id } = await lab.createToken()
    lab.provider.plant({ kind: 'broken', call: 'write' })
    assert.deepEqual((await lab.update(token, query)).lines, ['dnserr'])
    assert.equal((await lab.token(id))?.lastProblem, 'provider')
    const { items } = await lab.host.as('member').call(listZoneHistory, { id: lab.id })
    assert.equal(items[0]?.state, 'left', 'the zone waits for no person')
    assert.deepEqual((await lab.update(token, query)).lines, ['good 198.51.100.7'])
  })

  test('an update that fails after its client has left is ended as well', async () => {
    const { provider, started, fail } = failingProvider()
    await using lab = await openDdnsLab({ provider })
    const { token } = await lab.createToken()
    const leaving = new AbortController()
    const url = `${await lab.listen()}/nic/update?${new URLSearchParams(query).toString()}`
    const left = fetch(url, { headers: basic('user', token), signal: leaving.signal })
    await started
    leaving.abort()
    await assert.rejects(left, { name: 'AbortError' })
    fail()
    await lab.host.settleJobs()
    const { items } = await lab.host.as('member').call(listZoneHistory, { id: lab.id })
    assert.equal(items[0]?.state, 'left')
    assert.deepEqual((await lab.update(token, query)).lines, ['good 198.51.100.7'])
  })

  test('a write whose answer is lost is found to be done', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    lab.provider.plant({ kind: 'answer_lost', call: 'write' })
    await lab.update(token, query)
    assert.ok(lab.records().some((text) => text.startsWith(`${home} 60 A 198.51.100.7`)))
    assert.match((await lab.update(token, query)).lines[0] ?? '', /^nochg|^good/)
    assert.equal(lab.writes(), 1)
  })

  test('a provider that refuses the credential is dnserr', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    lab.provider.plant({ kind: 'refused' })
    assert.deepEqual((await lab.update(token, query)).lines, ['dnserr'])
    assert.equal(lab.writes(), 0)
  })

  test('an address that changed outside is set again once the copy knows it', async () => {
    await using lab = await openDdnsLab()
    const { token } = await lab.createToken()
    await lab.update(token, query)
    const set = lab.provider.zones.get(acme)?.get({ name: home, type: 'A' }) as DnsRecordSet
    lab.provider.zones.get(acme)?.set({ ...set, data: ['192.0.2.99'] })
    await lab.host.as('admin').post(`/api/x/domains/zones/${lab.id}/refresh`)
    assert.deepEqual((await lab.update(token, query)).lines, ['good 198.51.100.7'])
  })

  test('clients that update names of one zone at once all succeed', async () => {
    await using lab = await openDdnsLab()
    const names = ['one', 'two', 'three']
    const tokens = await Promise.all(names.map((name) => lab.createToken([name])))
    const all = tokens.map(({ token }, place) =>
      lab.update(token, { hostname: `${names[place]}.${acme}`, myip: `198.51.100.${place}` }),
    )
    assert.deepEqual(
      (await Promise.all(all)).map(({ lines }) => lines[0]),
      names.map((_, place) => `good 198.51.100.${place}`),
    )
  })

  test('all names of a small zone may change at once', async () => {
    const hosts = Array.from({ length: 12 }, (_, at) => `h${at}`)
    const sets = hosts.map((host) => ({ name: `${host}.${acme}`, type: 'A', ttl: 60, data: ['192.0.2.1'] }))
    await using lab = await openDdnsLab({ provider: memoryDnsProvider({ zones: { [acme]: sets } }) })
    const { token } = await lab.createToken(hosts)
    const hostname = hosts.map((host) => `${host}.${acme}`).join(',')
    const { lines } = await lab.update(token, { hostname, myip: '198.51.100.7' })
    assert.deepEqual(lines, Array(12).fill('good 198.51.100.7'))
  })
})
