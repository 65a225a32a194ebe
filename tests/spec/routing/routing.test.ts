import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { definePlugin, json, noContent } from '@host/plugin'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { switchFeature } from '../lab/features.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const shop = definePlugin({
  name: 'shop',
  info: infoOf('Shop'),
  models: [],
  mount(mux) {
    const say =
      (name: string) =>
      ({ params }: { params: object }) =>
        json({ name, ...params })
    mux.handle('GET /api/x/shop/items/{id}', say('item'))
    mux.handle('GET /api/x/shop/items/latest', say('latest'))
    mux.handle('GET /api/x/shop/items/{id}/parts/{part}', say('part'))
    mux.handle('GET /api/x/shop/files/{path...}', say('files'))
    mux.handle('GET /api/x/shop/tree/', say('tree'))
    mux.handle('GET /api/x/shop/tree/{$}', say('root'))
    mux.handle('PUT /api/x/shop/items/{id}', say('put'))
    mux.handle('DELETE /api/x/shop/items/{id}', say('delete'))
    mux.handle('/api/x/shop/any', say('any'))
    mux.handle('GET /shop/callback/{provider}', say('callback'))
    mux.handle('GET /shop-landing/{$}', say('landing'))
  },
})

const matches: readonly (readonly [request: string, answer: object])[] = [
  ['GET /api/x/shop/items/7', { name: 'item', id: '7' }],
  ['GET /api/x/shop/items/latest', { name: 'latest' }],
  ['GET /api/x/shop/items/7/parts/9', { name: 'part', id: '7', part: '9' }],
  ['GET /api/x/shop/files/a/b/c', { name: 'files', path: 'a/b/c' }],
  ['GET /api/x/shop/files/', { name: 'files', path: '' }],
  ['GET /api/x/shop/tree/deep/down', { name: 'tree' }],
  ['GET /api/x/shop/tree/', { name: 'root' }],
  ['PUT /api/x/shop/items/7', { name: 'put', id: '7' }],
  ['DELETE /api/x/shop/items/7', { name: 'delete', id: '7' }],
  ['GET /api/x/shop/any', { name: 'any' }],
  ['PATCH /api/x/shop/any', { name: 'any' }],
  ['GET /api/x/shop/items/%E8%8A%B1', { name: 'item', id: '花' }],
  ['GET /api/x/shop/items/a%2Fb', { name: 'item', id: 'a/b' }],
  ['GET /shop/callback/github', { name: 'callback', provider: 'github' }],
  ['GET /shop-landing/', { name: 'landing' }],
]

test('§4.1 a pattern is METHOD /path with wildcards, and the most specific one answers', async () => {
  await using host = await startSpecHost({ plugins: [shop] })
  const visitor = host.visitor()
  for (const [request, answer] of matches) {
    const [method = '', path = ''] = request.split(' ')
    const { status, body } = await visitor.send(method, path)
    assert.equal(status, 200, request)
    assert.deepEqual(body, answer, request)
  }
})

test('§4.1 GET serves HEAD, another method is 405 with Allow, and an unregistered path is 404', async () => {
  await using host = await startSpecHost({ plugins: [shop] })
  const visitor = host.visitor()
  assert.equal((await visitor.send('HEAD', '/api/x/shop/items/7')).status, 200)
  const refused = await visitor.send('POST', '/api/x/shop/items/7')
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'DELETE, GET, HEAD, PUT'])
  for (const path of [
    '/api/x/shop/nothing',
    '/api/x/shop/items/7/parts',
    '/shop-landing/deeper',
    '/api/x/other/items',
  ]) {
    assert.equal((await visitor.get(path)).status, 404, path)
  }
  assert.equal((await visitor.get('/api/x/shop/tree')).status, 307)
})

test('§4.2 §1.6 a feature that is off answers 404 before the handler runs, on every kind of route', async () => {
  const runs: string[] = []
  const endpoint = defineEndpoint({
    pattern: 'POST /api/x/gated/typed',
    input: nothing,
    output: nothing,
    summary: 'Run',
  })
  const open = defineEndpoint({
    pattern: 'GET /api/x/gated/open',
    input: nothing,
    output: nothing,
    audience: 'public',
    summary: 'Run',
  })
  const gated = definePlugin({
    name: 'gated',
    info: infoOf('Gated'),
    models: [],
    mount(mux, ctx) {
      const run = (name: string) => () => {
        runs.push(name)
        return noContent()
      }
      mux.handle('GET /api/x/gated/public', run('public'))
      mux.handle('GET /api/x/gated/guarded', ctx.guard(run('guarded')))
      mux.handle('GET /api/x/gated/owner', ctx.guard(run('owner'), { role: 'owner' }))
      mux.handle('GET /gated-page/{rest...}', run('page'))
      mux.endpoint(endpoint, run('typed'))
      mux.endpoint(open, run('open'))
    },
  })
  const requests = [
    ['GET', '/api/x/gated/public'],
    ['GET', '/api/x/gated/guarded'],
    ['GET', '/api/x/gated/owner'],
    ['GET', '/gated-page/here'],
    ['POST', '/api/x/gated/typed'],
    ['GET', '/api/x/gated/open'],
  ] as const
  await using host = await startSpecHost({ plugins: [gated] })
  const { ada, cleo, dora } = await host.people()
  await switchFeature(ada, 'gated', false)
  for (const [method, path] of requests) {
    for (const person of [ada, cleo]) {
      const { status, body } = await person.send<{ code: string }>(method, path)
      assert.deepEqual([status, body.code], [404, 'feature_disabled'], path)
    }
  }
  assert.deepEqual(runs, [])
  for (const [method, path] of requests) assert.equal((await dora.send(method, path)).status, 204, path)
  assert.deepEqual(runs, ['public', 'guarded', 'owner', 'page', 'typed', 'open'])
  await switchFeature(ada, 'gated', true)
  for (const [method, path] of requests) assert.equal((await ada.send(method, path)).status, 204, path)
})

test('§4.3 a handler behind the guard knows its caller; one without answers everyone', async () => {
  const door = definePlugin({
    name: 'door',
    info: infoOf('Door'),
    models: [],
    mount(mux, ctx) {
      mux.handle('GET /api/x/door/open', (scope) => json(Object.hasOwn(scope, 'userId') || 'userId' in scope))
      mux.handle(
        'GET /api/x/door/closed',
        ctx.guard(({ userId, orgId, role }) => json({ userId, orgId, role })),
      )
    },
  })
  await using host = await startSpecHost({ plugins: [door] })
  const { ada } = await host.people()
  const { body: me } = await ada.get<{ user: { id: string }; workspace: { id: string } }>('/api/auth/me')
  assert.equal((await host.visitor().get('/api/x/door/open')).body, false)
  assert.equal((await ada.get('/api/x/door/open')).body, false)
  assert.equal((await host.visitor().get('/api/x/door/closed')).status, 401)
  assert.deepEqual((await ada.get('/api/x/door/closed')).body, {
    userId: me.user.id,
    orgId: me.workspace.id,
    role: 'owner',
  })
})

/** Asks with the path as it stands; `fetch` would resolve it first. @returns the status, and where it leads */
async function askRaw(base: string, path: string, method = 'GET'): Promise<readonly [status: number, to?: string]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly [number, string?]>()
  const { hostname, port } = new URL(base)
  const asked = request({ hostname, port, path, method }, (answer) => {
    answer.resume()
    const { statusCode = 0, headers } = answer
    resolve(headers.location === undefined ? [statusCode] : [statusCode, headers.location])
  })
  asked.on('error', reject).end()
  return await promise
}

test('§4.44 a redirect for slashes is a temporary one, so that no browser keeps it for the next build', async () => {
  await using host = await startSpecHost({ plugins: [shop] })
  const { base } = host.visitor()
  assert.deepEqual(await askRaw(base, '/api/x/shop/tree?a=b'), [307, '/api/x/shop/tree/?a=b'])
  assert.deepEqual(await askRaw(base, '/api//x/shop/any'), [307, '/api/x/shop/any'])
  assert.deepEqual(await askRaw(base, '//other.example/x'), [307, '/other.example/x'])
})

test('§4.45 /api/v1 is another name of the API in every spelling, and a redirect keeps it', async () => {
  await using host = await startSpecHost({ plugins: [shop] })
  const { base } = host.visitor()
  const asked: readonly (readonly [path: string, answer: readonly [number, string?]])[] = [
    ['/api/v1/x/shop/any', [200]],
    ['/api/%761/x/shop/any', [200]],
    ['/%61pi/v1/x/shop/any', [200]],
    ['/api/v1/x/shop/tree?a=b', [307, '/api/v1/x/shop/tree/?a=b']],
    ['/api/%761/x/shop/tree', [307, '/api/%761/x/shop/tree/']],
    ['/api/v1//x/shop/any', [307, '/api/v1/x/shop/any']],
    ['/api//v1/x/shop/any', [307, '/api/v1/x/shop/any']],
    ['/api/v1/../v1/x/shop/any', [307, '/api/v1/x/shop/any']],
    ['/api/v1/../x/shop/any', [307, '/api/x/shop/any']],
    ['/api/v1/./x/shop/any', [307, '/api/v1/x/shop/any']],
    ['/api/v1/v1/x/shop/any', [404]],
    ['/api/v1', [404]],
    ['/api/v1/%2e%2e/x/shop/any', [400]],
  ]
  for (const [path, answer] of asked) assert.deepEqual(await askRaw(base, path), answer, path)
  assert.deepEqual(await askRaw(base, '/api/v1//x/shop/any', 'POST'), [400])
})
