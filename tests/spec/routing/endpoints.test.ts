import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plugin as hello } from '../../../examples/hello/plugin.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { switchFeature } from '../lab/features.ts'
import { startSpecHost } from '../lab/spec-host.ts'

type Entry = Readonly<Record<string, unknown>>

const sorted = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => Number(a['order']) - Number(b['order']) || (String(a['id']) < String(b['id']) ? -1 : 1))

test('§4.7 GET /api/menus lists the entries of the sidebar for a session, gated for its workspace', async () => {
  await using host = await startSpecHost({ plugins: [hello] })
  const { ada, cleo, dora, eve } = await host.people()
  const { status, headers, body } = await ada.get<readonly Entry[]>('/api/menus')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(body, sorted(body))
  assert.deepEqual(
    body.find(({ id }) => id === 'hello'),
    {
      id: 'hello',
      label: 'Greetings',
      path: '/hello',
      icon: 'hand',
      category: 'hello',
      order: 50,
    },
  )
  assert.equal(body.find(({ id }) => id === 'features')?.['requiredRole'], 'admin')
  await switchFeature(ada, 'hello', false)
  const hasHello = async (person: typeof ada) =>
    (await person.get<readonly Entry[]>('/api/menus')).body.some(({ id }) => id === 'hello')
  assert.deepEqual([await hasHello(ada), await hasHello(cleo), await hasHello(dora)], [false, false, true])
  assert.equal((await eve.get('/api/menus')).status, 403)
  assert.equal((await host.visitor().get('/api/menus')).status, 401)
})

test('§4.8 GET /api/instance/menus lists the entries of the rail for an instance admin, and refuses everyone else', async () => {
  await using host = await startSpecHost({ plugins: [hello] })
  const { ada, ben, dora, eve } = await host.people()
  const { status, body } = await ada.get<readonly Entry[]>('/api/instance/menus')
  assert.equal(status, 200)
  assert.deepEqual(body, sorted(body))
  assert.deepEqual(
    body.find(({ id }) => id === 'hello-count'),
    {
      id: 'hello-count',
      label: 'Greetings',
      path: '/hello-count',
      icon: 'hand',
      order: 50,
    },
  )
  for (const person of [ben, dora, eve]) assert.equal((await person.get('/api/instance/menus')).status, 403)
  assert.equal((await host.visitor().get('/api/instance/menus')).status, 401)
})

test('§4.9 the example answers 200, application/json, with one string', async () => {
  await using host = await startSpecHost({ plugins: [hello] })
  const { status, headers, body } = await host.visitor().get<Record<string, unknown>>('/api/x/hello/ping')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json')
  assert.deepEqual(Object.keys(body), ['message'])
  assert.equal(typeof body['message'], 'string')
})

for (const database of testDatabases) {
  test(`${database.dialect}: §4.12 a request without the header is not affected: each of two runs`, async () => {
    await using host = await startSpecHost({ database, plugins: [hello] })
    const { ada } = await host.people()
    const first = await ada.post<{ id: string }>('/api/x/hello/greetings', { text: 'Good morning' })
    const second = await ada.post<{ id: string }>('/api/x/hello/greetings', { text: 'Good morning' })
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.notEqual(first.body.id, second.body.id)
    for (const name of ['idempotency-replayed', 'idempotency-original-status', 'retry-after']) {
      assert.equal(second.headers.get(name), null, name)
    }
    const { body } = await ada.get<{ items: readonly unknown[] }>('/api/x/hello/greetings')
    assert.equal(body.items.length, 2)
  })
}
