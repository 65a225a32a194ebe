/** How people reach domains: the palette, its search, and the checklist. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryDnsProvider } from '@host/testing'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { addZone, dnsUser, zone } from '../lab/dns-lab.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface Entry {
  readonly id: string
  readonly label: string
  readonly path?: string
}

interface Step {
  readonly id: string
  readonly path: string
  readonly done: boolean
}

const entries = async (person: Visitor, path: string): Promise<readonly string[]> => {
  const { body } = await person.get<readonly Entry[]>(path)
  return body.flatMap(({ label, path: page = '' }) => (page.startsWith('/domains') ? [`${label} ${page}`] : []))
}

const steps = async (person: Visitor): Promise<readonly (readonly [string, boolean])[]> => {
  const { body } = await person.get<{ items: readonly Step[] }>('/api/checklist')
  return body.items.flatMap(({ id, path, done }) => (path.startsWith('/domains') ? [[id, done] as const] : []))
}

const found = async (person: Visitor, q: string): Promise<readonly string[]> => {
  const { body } = await person.get<{ items: readonly { title: string; path: string }[] }>(
    `/api/search?q=${encodeURIComponent(q)}`,
  )
  return body.items.flatMap(({ title, path }) => (path.startsWith('/domains') ? [title] : []))
}

for (const database of testDatabases) {
  test(`domains and zones are in the palette, its search and the checklist (${database.name})`, async () => {
    const records = [
      { name: zone, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.'] },
      { name: `www.${zone}`, type: 'A', ttl: 300, data: ['192.0.2.44'] },
    ]
    const user = dnsUser(memoryDnsProvider({ zones: { [zone]: records } }))
    const environment = { HOST_PUBLIC_URL: 'http://host.test' }
    await using host = await startSpecHost({ plugins: [user.plugin], database, environment })
    const { ben, cleo, dora } = await host.people()
    const pages = [
      'Domains /domains',
      'DNS zones /domains/zones',
      'DNS accounts /domains/accounts',
      'Dynamic DNS /domains/ddns',
    ]
    assert.deepEqual(new Set(await entries(ben, '/api/menus')), new Set(pages))
    assert.deepEqual(await entries(ben, '/api/actions'), [
      'Add DNS account /domains/accounts?add=1',
      'Add domain /domains?add=1',
      'Add zone /domains/zones?add=1',
      'Create dynamic DNS token /domains/ddns?add=1',
    ])
    assert.deepEqual(await entries(cleo, '/api/actions'), [], 'a member may add none of them')

    const [domain, added] = ['verify-domain', 'add-zone']
    assert.deepEqual(await steps(ben), [
      [domain, false],
      [added, false],
    ])
    assert.deepEqual(await steps(cleo), [])
    assert.deepEqual(await found(ben, 'acme'), [])
    await addZone(ben)
    assert.deepEqual(await steps(ben), [
      [domain, false],
      [added, true],
    ])
    assert.deepEqual(await found(cleo, `www.${zone}`), [`www.${zone} A`])
    assert.deepEqual(await found(cleo, '192.0.2.44'), [`www.${zone} A`], 'by its value')
    assert.ok((await found(cleo, 'acme')).includes(zone))
    assert.deepEqual(await found(dora, '192.0.2.44'), [])
  })
}
