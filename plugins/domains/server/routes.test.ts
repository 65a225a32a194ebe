import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as endpoints from '../shared.ts'
import { addDomain, createDdnsToken } from '../shared.ts'
import { openZonesLab } from './testing/zones-lab.ts'

/** Those of workspaces; the console reaches all of them, see `console.test.ts`. */
const routes = Object.values(endpoints).flatMap((each) =>
  typeof each === 'object' && 'pattern' in each && each.audience !== 'instance' ? [each] : [],
)
const moment = '2026-01-01T00:00:00Z'
const bodies: Readonly<Record<string, object>> = {
  'POST /api/x/domains/zones/{id}/plan': { set: [{ name: 'a', type: 'A', data: ['192.0.2.1'] }] },
  'POST /api/x/domains/zones/{id}/check': { name: 'mail', type: 'A' },
  'POST /api/x/domains/zones/{id}/takeover': { name: 'mail', type: 'A' },
  'POST /api/x/domains/zones/{id}/hand-back': { name: 'mail', type: 'A' },
  'POST /api/x/domains/zones/{id}/watch': { name: 'mail', type: 'A', isWatched: true },
  'POST /api/x/domains/zones/{id}/import': { text: 'a 60 IN A 192.0.2.1', mode: 'merge' },
  'POST /api/x/domains/zones/{id}/presets': { records: { preset: 'links', name: 'go', target: 'links.example.net' } },
  'PATCH /api/x/domains/accounts/{id}': { label: 'Other' },
  'POST /api/domains/{id}/certificate': { host: 'go.acme.example' },
  'PUT /api/x/domains/zones/{id}/secondaries': { secondaries: [] },
  'POST /api/x/domains/zones/{id}/keys': { label: 'Key', names: ['a'], types: [], mayTransfer: false },
}
const queries: Readonly<Record<string, string>> = {
  'GET /api/x/domains/zones/{id}/past': `?at=${moment}`,
  'GET /api/x/domains/zones/{id}/diff': `?from=${moment}`,
}

suite('routes', () => {
  test('every ID of another workspace is 404 on every route, and is left as it is', async () => {
    await using lab = await openZonesLab()
    const zone = await lab.addZone()
    const { id: domain } = await lab.host.as('admin').call(addDomain, { name: 'acme.example' })
    const token = { name: 'Router', zoneId: zone.id, names: ['home'], types: ['A' as const] }
    const { id: tokenId } = await lab.host.as('admin').call(createDdnsToken, token)
    const idOf = (pattern: string): string => {
      if (pattern.includes('/ddns-tokens/')) return tokenId
      if (pattern.includes('/accounts/')) return zone.accountId
      return pattern.includes('/zones/') ? zone.id : domain
    }
    const own = routes.filter(({ pattern }) => pattern.includes('{id}'))
    assert.equal(own.length, 35)
    for (const { pattern, role } of own) {
      const [method = '', path = ''] = pattern.replace('{id}', idOf(pattern)).replace('{keyId}', 'dnskey_1').split(' ')
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: bodies[pattern] ?? {} }
      const send = async (person: 'otherOwner' | 'anonymous' | 'member') =>
        (await lab.host.as(person).send(method, path + (queries[pattern] ?? ''), body)).status
      assert.equal(await send('otherOwner'), 404, pattern)
      assert.equal(await send('anonymous'), 401, pattern)
      if (role === 'admin') assert.equal(await send('member'), 403, pattern)
    }
    assert.equal(lab.records().length, 5)
  })

  test('accounts, tokens, and adding, reading again and removing zones need an admin; listing does not', () => {
    const needing = new Set<string>(routes.filter(({ role }) => role === 'admin').map(({ pattern }) => pattern))
    for (const pattern of [
      'POST /api/x/domains/zones',
      'DELETE /api/x/domains/zones/{id}',
      'POST /api/x/domains/zones/{id}/refresh',
    ]) {
      assert.ok(needing.has(pattern), pattern)
    }
    assert.equal(needing.has('GET /api/x/domains/zones'), false)
    assert.ok(
      routes.filter(({ pattern }) => /accounts|providers|ddns/.test(pattern)).every(({ role }) => role === 'admin'),
    )
  })

  test('accounts and zones of another workspace are invalid as input, and not told apart from unknown ones', async () => {
    await using lab = await openZonesLab()
    const { accountId } = await lab.addZone()
    const other = lab.host.as('otherOwner')
    const add = async (id: string) =>
      (await other.post('/api/x/domains/zones', { accountId: id, name: 'acme.example' })).text()
    const [known, unknown] = [await add(accountId), await add('dnsacc_01h455vb4pex5vsknk084sn02q')]
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
    assert.equal(withoutId(known), withoutId(unknown))
    assert.match(known, /invalid_input/)
  })
})
