/** Sample data of every plugin of this build that has some. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTree } from '../../../apps/server/src/edition.ts'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'
import { until } from '@host/host/testing/until'

const having = inTree.filter(({ plugin }) => plugin.sampleData !== undefined)
const tables = having.flatMap(({ plugin }) =>
  plugin.models.filter(({ kind }) => kind === 'model').map(({ table }) => table),
)
const zones = '/api/x/domains/zones'

interface Found<Item> {
  readonly items: readonly Item[]
}

async function rowsOf(database: Database): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of [...tables, 'overview_samples']) {
    const sql = `select count(*) as many from "${table}"`
    const [row] = (await database.run({ sql, parameters: [], writes: false })).rows
    counts[table] = Number(row?.['many'])
  }
  return counts
}

async function endOf(visitor: Visitor, id: string): Promise<string> {
  let state = ''
  await until(async () => {
    state = (await visitor.get<{ state: string }>(`/api/changesets/${id}`)).body.state
    return !['planned', 'approved', 'applying', 'verifying'].includes(state)
  })
  return state
}

/** The numbers of the sidebar. */
async function badges(visitor: Visitor): Promise<Readonly<Record<string, number>>> {
  const { body } = await visitor.get<Found<{ path: string; count: number }>>('/api/badges')
  return Object.fromEntries(body.items.map(({ path, count }) => [path, count]))
}

/** Moves the email that was sent to the trash, and back to where only such emails may be. */
async function restoreSent(visitor: Visitor): Promise<void> {
  const { body } = await visitor.get<Found<{ id: string }>>('/api/emails?folder=sent')
  const path = `/api/emails/${body.items[0]?.id}`
  for (const folder of ['trash', 'sent']) {
    const moved = await visitor.send<{ folder: string }>('PATCH', path, { body: { folder } })
    assert.deepEqual([moved.status, moved.body.folder], [200, folder])
  }
}

/** The original of each sample email is there to download. */
async function requireOriginals(visitor: Visitor): Promise<void> {
  const { body } = await visitor.get<Found<{ id: string; subject: string; size: number }>>('/api/emails')
  for (const { id, size } of body.items) {
    await until(async () => (await visitor.get(`/api/emails/${id}/raw`)).status !== 404)
    const raw = await visitor.get<string>(`/api/emails/${id}/raw`)
    assert.deepEqual([raw.status, Number(raw.headers.get('content-length'))], [200, size])
  }
}

for (const product of testDatabases) {
  test(`sample data comes on a press, can be changed, and goes on a press (${product.name})`, async () => {
    await using fresh = await product.create()
    await using host = await startSpecHost({ at: fresh, environment: { HOST_PUBLIC_URL: 'http://host.test' } })
    const { ada: owner, cleo: member } = await host.people()
    const database = await fresh.open({ isExclusive: false })
    const before = await rowsOf(database)
    assert.ok(having.some(({ plugin }) => plugin.name === 'domains'))
    assert.equal((await owner.post('/api/sample-data')).status, 200)
    const added = await rowsOf(database)
    assert.equal(added['overview_samples'], having.length)

    const { body: list } = await member.get<Found<{ id: string; name: string; records: number }>>(zones)
    const [zone] = list.items
    assert.deepEqual([zone?.name, zone?.records], ['practice.example', 10])
    const input = {
      title: 'Move',
      set: [{ name: 'www.practice.example', type: 'CNAME', ttl: 300, data: ['shop.practice.example.'] }],
    }
    const planned = await member.post<{ changeset: { id: string; hash: string } }>(`${zones}/${zone?.id}/plan`, {
      note: '',
      delete: [],
      ...input,
    })
    assert.equal(planned.status, 200, JSON.stringify(planned.body))
    const { id, hash } = planned.body.changeset
    assert.equal((await owner.post(`/api/changesets/${id}/apply`, { hash })).status, 200)
    assert.equal(await endOf(owner, id), 'applied')
    const reread = await owner.post<{ records: number }>(`${zones}/${zone?.id}/refresh`)
    assert.equal(reread.status, 200, JSON.stringify(reread.body))

    await requireOriginals(owner)
    await restoreSent(owner)
    assert.deepEqual(await badges(owner), { '/mail': 2 })
    assert.deepEqual(await badges(member), {})

    assert.equal((await owner.send('DELETE', '/api/sample-data')).status, 200)
    assert.deepEqual(await rowsOf(database), before)
    assert.equal((await member.get<Found<object>>(zones)).body.items.length, 0)
  })
}

test('no API offers the provider of the sample data', async () => {
  const [product] = testDatabases
  assert.ok(product !== undefined)
  await using fresh = await product.create()
  await using host = await startSpecHost({ at: fresh, environment: {} })
  const { ada: owner } = await host.people()
  const { body } = await owner.get<Found<{ name: string }>>('/api/x/domains/providers')
  assert.deepEqual(
    body.items.map(({ name }) => name),
    ['cloudflare', 'rfc2136', 'route53'],
  )
  const refused = await owner.post('/api/x/domains/accounts', { provider: 'practice', label: 'Mine', settings: {} })
  assert.equal(refused.status, 400)
})
