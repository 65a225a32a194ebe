/** The data of domains, zones and changesets in the export of a workspace, its erasure, and that of an account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model } from '@host/plugin'
import { memoryDnsProvider } from '@host/testing'
import { inTree } from '../../../apps/server/src/edition.ts'
import { auditKey } from '../../../packages/host/src/audit/audit-key.ts'
import { changesetModels } from '../../../packages/host/src/changesets/models.ts'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { openLabVault } from '@host/host/testing/security/encryption/lab-vault'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { until } from '@host/host/testing/until'
import { openFilledLab } from '../lab/data-lab.ts'
import { addZone, dnsUser, endOf, textSet, zone, type DnsUser } from '../lab/dns-lab.ts'
import { emailOf, password } from '../lab/people.ts'
import { runSql } from '../lab/run-sql.ts'
import { secretKey } from '../lab/secret-key.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const day = 86_400_000
const domains = inTree.flatMap(({ plugin }) => (plugin.name === 'domains' ? plugin.models : []))
/** Every table of domains and of changesets in this build. */
const tables: readonly string[] = [...domains, ...changesetModels]
  .filter((model): model is Model => model.kind === 'model')
  .map(({ table }) => table)
const credential = 'memory-token'

interface Filled {
  readonly host: SpecHost
  readonly user: DnsUser
  readonly owner: Visitor
  readonly member: Visitor
  readonly place: { readonly id: string; readonly orgId: string }
}

async function rowsOf(database: Database, orgId: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const sql = `select count(*) as many from "${table}" where org_id = '${orgId}'`
    const [row] = (await database.run({ sql, parameters: [], writes: false })).rows
    counts[table] = Number(row?.['many'])
  }
  return counts
}

/** A workspace with a domain, an account, a zone, a token for dynamic DNS, a zone served here with a key, owned, taken over and watched records, an applied plan and one that waits. */
async function fill(host: SpecHost, user: DnsUser, database: TestDatabase): Promise<Filled> {
  const { ada: owner, cleo: member } = await host.people()
  const place = await addZone(owner)
  assert.equal((await owner.post('/api/sample-data')).status, 200)
  const domain = await owner.post('/api/domains', { name: zone })
  assert.equal(domain.status, 201, JSON.stringify(domain.body))
  const own = { title: 'Own', note: 'Links', owns: true, zones: [{ zoneId: place.id, set: [textSet('own', 'own')] }] }
  const applied = await user.dns().apply(place.orgId, own)
  await endOf(user.changesets(), place.orgId, applied?.id ?? '')
  const plan = async (name: string) => {
    const input = { title: `Add ${name}`, note: `Note of ${name}`, set: [textSet(name, name)], delete: [] }
    const path = `/api/x/domains/zones/${place.id}/plan`
    const { body } = await member.post<{ changeset: { id: string; hash: string } }>(path, input)
    return body.changeset
  }
  const { id, hash } = await plan('first')
  assert.equal((await owner.post(`/api/changesets/${id}/apply`, { hash })).status, 200)
  await endOf(user.changesets(), place.orgId, id)
  await plan('second')
  for (const [act, more] of [
    ['takeover', {}],
    ['watch', { isWatched: true }],
  ] as const) {
    const { status } = await owner.post(`/api/x/domains/zones/${place.id}/${act}`, { name: 'ext', type: 'A', ...more })
    assert.ok(status < 300, `${act} ${status}`)
  }
  const token = { name: 'Router', zoneId: place.id, names: ['home'], types: ['A'] }
  assert.equal((await owner.post('/api/x/domains/ddns-tokens', token)).status, 201)
  await serveZone(owner, database)
  return { host, user, owner, member, place }
}

/** A zone that the host serves, with a key, which was removed once. */
async function serveZone(owner: Visitor, database: TestDatabase): Promise<void> {
  const name = `served.${zone}`
  const added = await owner.post<{ id: string }>('/api/domains', { name })
  await runSql(database, `UPDATE domains_domains SET state = 'verified' WHERE id = '${added.body.id}'`)
  const account = { provider: 'builtin', label: 'Here', settings: {} }
  const { body } = await owner.post<{ id: string }>('/api/x/domains/accounts', account)
  const add = () => owner.post<{ id: string }>('/api/x/domains/zones', { accountId: body.id, name })
  assert.equal((await owner.send('DELETE', `/api/x/domains/zones/${(await add()).body.id}`)).status, 204)
  const served = await add()
  assert.equal(served.status, 201, JSON.stringify(served.body))
  const key = { label: 'Key', names: ['a'], types: ['TXT'], mayTransfer: false }
  assert.equal((await owner.post(`/api/x/domains/zones/${served.body.id}/keys`, key)).status, 201)
}

async function open(database: { readonly url: string }) {
  const outside = `ext.${zone}`
  const usual = [
    { name: zone, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.'] },
    { name: outside, type: 'A', ttl: 300, data: ['192.0.2.1'] },
    { name: outside, type: 'TXT', ttl: 300, data: ['"heritage=external-dns,external-dns/owner=main"'] },
  ] as const
  const provider = memoryDnsProvider({ zones: { [zone]: usual } })
  const reason = { en: 'An alias.', zh: '别名。' }
  provider.zones.get(zone)?.setReadOnly({ name: `alias.${zone}`, type: 'ALIAS', content: ['lb.example.net.'], reason })
  const user = dnsUser(provider)
  const environment = {
    HOST_PUBLIC_URL: 'http://host.test',
    HOST_DNS_LISTEN: '127.0.0.1:0',
    HOST_DNS_NAMES: 'ns1.host.test',
  }
  return { user, host: await startSpecHost({ at: database, plugins: [user.plugin], environment }) }
}

for (const product of testDatabases) {
  test(`§I31 the export holds every table of domains and changesets, without a credential (${product.name})`, async () => {
    await using fresh = await product.create(editionTemplate())
    const { user, host } = await open(fresh)
    await using _ = host
    const { owner, place } = await fill(host, user, fresh)
    const database = await fresh.open({ isExclusive: false })
    const counts = await rowsOf(database, place.orgId)
    const empty = Object.keys(counts).filter((table) => counts[table] === 0)
    assert.deepEqual(empty, [], 'every table has a row')
    const { status, body } = await owner.get<Exported>(`/api/workspaces/${place.orgId}/export`)
    assert.equal(status, 200)
    const exported = Object.fromEntries(tables.map((table) => [table, body.tables[table]?.length]))
    assert.deepEqual(exported, counts)
    const text = JSON.stringify(body.tables)
    for (const each of ['Note of second', `first.${zone}`, 'Memory', 'Own']) assert.ok(text.includes(each), each)
    assert.ok(!text.includes(credential))
    const [account] = body.tables['domains_accounts'] ?? []
    assert.deepEqual(
      Object.keys(account ?? {}).filter((name) => /secret|seal/.test(name)),
      [],
    )
    const [token] = body.tables['domains_ddns_tokens'] ?? []
    assert.deepEqual([token?.['name'], token?.['hash']], ['Router', undefined])
  })

  test(`§I31 erasing a workspace leaves no row of domains and changesets (${product.name})`, async () => {
    await using fresh = await product.create(editionTemplate())
    await using stack = new AsyncDisposableStack()
    const { user, host } = await open(fresh)
    stack.use(host)
    const { owner, place } = await fill(host, user, fresh)
    const { body } = await owner.get<{ workspace: { slug: string } }>('/api/auth/me')
    await owner.post('/api/auth/reauthenticate', { password })
    const confirmation = encodeURIComponent(body.workspace.slug)
    const closed = await owner.send('DELETE', `/api/workspaces/${place.orgId}?confirmation=${confirmation}`)
    assert.ok(closed.status < 300, JSON.stringify(closed.body))
    await stack.disposeAsync()
    const { database, vault } = await openLabVault(fresh, { keys: [secretKey] })
    assert.ok(Object.values(await rowsOf(database, place.orgId)).every((count) => count > 0))
    const lab = await openFilledLab(database, auditKey(vault))
    await lab.eraser.round()
    assert.ok(
      Object.values(await rowsOf(database, place.orgId)).every((count) => count > 0),
      'it may be restored',
    )
    lab.clock.now += 8 * day
    await lab.eraser.round()
    assert.deepEqual(await rowsOf(database, place.orgId), Object.fromEntries(tables.map((table) => [table, 0])))
  })

  test(`§I31 deleting an account clears the name of an author from changes (${product.name})`, async () => {
    await using fresh = await product.create(editionTemplate())
    const { user, host } = await open(fresh)
    await using _ = host
    const { owner, member, place } = await fill(host, user, fresh)
    const paths = ['/api/changesets', `/api/x/domains/zones/${place.id}/history`]
    const read = async () => JSON.stringify(await Promise.all(paths.map(async (path) => (await owner.get(path)).body)))
    assert.match(await read(), /"name":"cleo"/)
    await member.post('/api/auth/reauthenticate', { password })
    assert.equal((await member.post('/api/auth/account/delete', { email: emailOf('cleo') })).status, 204)
    assert.doesNotMatch(await read(), /cleo/)
    const database = await fresh.open({ isExclusive: false })
    await until(async () => (await textOf(database)).every((text) => !text.includes('cleo')))
  })
}

interface Exported {
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

/** All rows of the tables. */
async function textOf(database: Database): Promise<readonly string[]> {
  const all: string[] = []
  for (const table of tables) {
    const { rows } = await database.run({ sql: `select * from "${table}"`, parameters: [], writes: false })
    all.push(JSON.stringify(rows))
  }
  return all
}
