import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, dnsProvider, json, type AnyPlugin, type DnsRecordSet, type DnsZoneChange } from '@host/plugin'
import { memoryDnsProvider, type MemoryDnsProvider } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { until } from '@host/host/testing/until'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const zone = 'acme.example'
const www: DnsRecordSet = { name: `www.${zone}`, type: 'A', ttl: 300, data: ['192.0.2.1'] }
const go: DnsRecordSet = { name: `go.${zone}`, type: 'CNAME', ttl: 300, data: ['links.example.net.'] }

/** A plugin that provides a DNS provider, and uses each member of `ctx.dns`. */
function linksOf(provider: MemoryDnsProvider): AnyPlugin {
  return definePlugin({
    name: 'dns-user',
    info: infoOf('Links'),
    models: [],
    mount(mux, { dns, guard, provide }) {
      provide(dnsProvider('memory'), provider)
      const answer = (value: unknown) => json(value ?? null)
      mux.handle(
        'GET /api/x/dns-user/zones',
        guard(async ({ orgId }) => answer(await dns.zones(orgId))),
      )
      mux.handle(
        'GET /api/x/dns-user/zone',
        guard(async ({ orgId, query }) => answer(await dns.zoneOf(orgId, query.get('name') ?? ''))),
      )
      mux.handle(
        'GET /api/x/dns-user/list/{id}',
        guard<{ id: string }>(async ({ orgId, params }) => answer(await dns.list(orgId, params.id))),
      )
      for (const call of ['plan', 'apply'] as const) {
        mux.handle(
          `POST /api/x/dns-user/${call}` as '/post',
          guard(async ({ orgId, request }) => {
            const zones = [(await request.json()) as DnsZoneChange]
            return answer(await dns[call](orgId, { title: 'Short links', owns: true, zones }))
          }),
        )
      }
      mux.handle(
        'DELETE /api/x/dns-user/records/{id}',
        guard<{ id: string }>(async ({ orgId, params }) => answer(await dns.delete(orgId, params.id, [go]))),
      )
    },
  })
}

async function addZone(admin: Visitor): Promise<string> {
  const settings = { token: 'memory-token' }
  const account = { provider: 'memory', label: 'Memory', settings }
  const { body } = await admin.post<{ id: string }>('/api/x/domains/accounts', account)
  const added = await admin.post<{ id: string }>('/api/x/domains/zones', { accountId: body.id, name: zone })
  assert.equal(added.status, 201)
  return added.body.id
}

for (const database of testDatabases) {
  test(`${database.dialect}: §2.24 a plugin reads zones, plans, applies and deletes records through ctx.dns`, async () => {
    const provider = memoryDnsProvider({ zones: { [zone]: [www] } })
    const at = () => provider.zones.get(zone)?.records.map(({ name }) => name)
    const environment = { HOST_PUBLIC_URL: 'http://host.test' }
    await using host = await startSpecHost({ database, environment, plugins: [linksOf(provider)] })
    const { ben, cleo, dora } = await host.people()
    const id = await addZone(ben)
    const { capabilities } = provider
    const held = { id, name: zone, provider: 'memory', capabilities }
    assert.deepEqual((await cleo.get('/api/x/dns-user/zones')).body, [held])
    assert.deepEqual((await cleo.get(`/api/x/dns-user/zone?name=a.b.${zone}`)).body, held)
    assert.equal((await cleo.get('/api/x/dns-user/zone?name=other.example')).body, null)
    assert.deepEqual((await cleo.get(`/api/x/dns-user/list/${id}`)).body, [www])

    const planned = await cleo.post<{ state: string; plugin: string }>('/api/x/dns-user/plan', {
      zoneId: id,
      set: [go],
    })
    assert.deepEqual([planned.body.state, planned.body.plugin], ['planned', 'dns-user'])
    assert.deepEqual(at(), [www.name])
    const isApplied = async ({ body }: { readonly body: { readonly id: string } }): Promise<boolean> =>
      (await cleo.get<{ state: string }>(`/api/changesets/${body.id}`)).body.state === 'applied'
    const applied = await cleo.post<{ id: string }>('/api/x/dns-user/apply', { zoneId: id, set: [go] })
    await until(() => isApplied(applied))
    assert.deepEqual(at(), [www.name, go.name])
    assert.deepEqual((await cleo.get(`/api/x/dns-user/list/${id}`)).body, [go, www])
    const found = async (person: Visitor) =>
      (await person.get<{ items: { title: string; plugin: string }[] }>('/api/search?q=go.ACME')).body.items
        .filter((item) => item.plugin === 'domains')
        .map(({ title }) => title)
    assert.deepEqual([await found(cleo), await found(dora)], [['go.acme.example CNAME'], []])
    const deleted = await cleo.send<{ id: string }>('DELETE', `/api/x/dns-user/records/${id}`)
    await until(() => isApplied(deleted))
    assert.deepEqual(at(), [www.name])

    assert.deepEqual((await dora.get('/api/x/dns-user/zones')).body, [])
    assert.equal((await dora.get(`/api/x/dns-user/list/${id}`)).status, 404)
    for (const call of ['plan', 'apply']) {
      assert.equal((await dora.post(`/api/x/dns-user/${call}`, { zoneId: id, set: [go] })).status, 404)
    }
    assert.equal((await dora.send('DELETE', `/api/x/dns-user/records/${id}`)).status, 404)
    assert.deepEqual(at(), [www.name])
  })
}
