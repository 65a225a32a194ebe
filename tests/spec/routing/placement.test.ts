import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, type AnyPlugin, type Mux } from '@host/plugin'
import { plain } from '../lab/plugins.ts'
import { assertRefused, problemsOf } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'

/** A plugin of these routes, also of those that its type would refuse. */
function routes(name: string, ...patterns: readonly string[]): AnyPlugin {
  const handle = (mux: Mux, pattern: string): void => mux.handle(pattern as '/anything', () => json(name))
  return plain(name, { mount: (mux: Mux) => patterns.forEach((pattern) => handle(mux, pattern)) })
}

for (const pattern of [
  'GET /api/stray',
  'GET /api/x/other/items',
  'GET /api/x/strays/items',
  'GET /api/x/stray',
  'GET /api/x/{name}/items',
  'GET /api/{rest...}',
  '/api/',
  'POST /api/domains',
  'GET /api/menus/mine',
  'GET /%61pi/stray',
]) {
  test(`§4.4 an out-of-tree plugin may not register "${pattern}"`, async () => {
    const problems = await problemsOf({ plugins: [routes('stray', pattern)] })
    const said = problems.filter((problem) => problem.includes('"stray"') && problem.includes(pattern))
    assert.ok(
      said.some((problem) => problem.includes('/api/x/stray/')),
      problems.join('\n'),
    )
  })
}

for (const pattern of [
  'GET /admin/stray',
  'GET /instance/stray',
  'GET /assets/stray.js',
  'GET /login',
  'GET /help/stray',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /{anything}',
  'GET /{path...}',
]) {
  test(`§4.4 an out-of-tree plugin may not register "${pattern}", where the host answers`, async () => {
    const problems = await problemsOf({ plugins: [routes('stray', pattern)] })
    assert.ok(
      problems.some((problem) => problem.includes('"stray"') && problem.includes(pattern)),
      problems.join('\n'),
    )
  })
}

test('§4.4 routes outside of /api/ are free, and so is the own space', async () => {
  const own = ['/api/x/free/items', '/free', '/auth/callback/free', '/.well-known/free.json', '/apiary/{rest...}']
  await using host = await startSpecHost({ plugins: [routes('free', ...own.map((path) => `GET ${path}`))] })
  const paths = ['/api/x/free/items', '/free', '/auth/callback/free', '/.well-known/free.json', '/apiary/a/b']
  for (const path of paths) assert.equal((await host.visitor().get(path)).body, 'free', path)
})

test('§4.4 a noun directly under /api/ is granted to plugins of the product, and to no other', async () => {
  const stock = plain('stock', {
    topLevelApi: ['stock'],
    mount: (mux: Mux<'stock', object, 'stock'>) => mux.handle('GET /api/stock/{id}', ({ params }) => json(params.id)),
  })
  await using host = await startSpecHost({ inTree: [{ plugin: stock, granted: ['stock'] }] })
  assert.equal((await host.visitor().get('/api/stock/7')).body, '7')
  for (const refused of [{ inTree: [{ plugin: stock }] }, { plugins: [stock] }]) {
    const problems = await problemsOf(refused)
    assert.ok(
      problems.every((problem) => problem.includes('"stock"') && problem.includes('/api/stock')),
      problems.join('\n'),
    )
  }
})

const conflicts: readonly (readonly [one: string, other: string])[] = [
  ['GET /shared', 'GET /shared'],
  ['GET /shared/{id}', 'GET /shared/{name}'],
  ['GET /shared/{id}/end', 'GET /shared/start/{id}'],
  ['/shared/fixed', 'GET /shared/{id}'],
  ['GET /shared/', 'GET /shared/{rest...}'],
]
for (const [one, other] of conflicts) {
  test(`§4.6 "${one}" and "${other}" of two plugins refuse the start and name both, in either order`, async () => {
    const [first, second] = [routes('first', one), routes('second', other)]
    for (const plugins of [
      [first, second],
      [second, first],
    ]) {
      await assertRefused(
        { plugins },
        /"first"/,
        /"second"/,
        /placement\.test\.ts:\d+:\d+.*placement\.test\.ts:\d+:\d+/,
      )
    }
  })
}

test('§4.6 patterns of which one is more specific, or that differ in their method, stand side by side', async () => {
  const one = routes('one', 'GET /side/{id}', 'GET /side/by/{rest...}')
  const two = routes('two', 'GET /side/fixed', 'POST /side/{id}', 'GET /side/by/side')
  await using host = await startSpecHost({ plugins: [one, two] })
  const visitor = host.visitor()
  assert.equal((await visitor.get('/side/7')).body, 'one')
  assert.equal((await visitor.get('/side/fixed')).body, 'two')
  assert.equal((await visitor.post('/side/7')).body, 'two')
  assert.equal((await visitor.get('/side/by/side')).body, 'two')
  assert.equal((await visitor.get('/side/by/far')).body, 'one')
})

test('§4.5 domains of a workspace are at /api/domains, and nowhere below /api/x/', async () => {
  await using host = await startSpecHost({ environment: { HOST_PUBLIC_URL: 'http://host.test' } })
  const { ada } = await host.people()
  const added = await ada.post<{ readonly id: string }>('/api/domains', { name: 'acme.example' })
  const read = await ada.get<{ readonly asciiName: string }>(`/api/domains/${added.body.id}`)
  assert.deepEqual([added.status, read.status, read.body.asciiName], [201, 200, 'acme.example'])
  assert.equal((await ada.get('/api/x/domains')).status, 404)
})

test('§4.5 emails and products of a workspace are at /api/emails and /api/products, and nowhere below /api/x/', async () => {
  await using host = await startSpecHost()
  const { ada } = await host.people()
  const added = await ada.post<{ readonly id: string }>('/api/products', { name: 'Editor' })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  assert.equal((await ada.get(`/api/products/${added.body.id}`)).status, 200)
  assert.equal((await ada.get('/api/emails')).status, 200)
  for (const path of ['/api/x/products', '/api/x/emails']) assert.equal((await ada.get(path)).status, 404, path)
})
