import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json } from '@host/plugin'
import { InstanceGuard, Sessions, Workspaces } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import {
  createInstanceToken,
  createToken,
  listInstanceScopes,
  listInstanceTokens,
  listScopes,
  listTokens,
  renameToken,
  revokeInstanceToken,
  revokeToken,
  rotateToken,
  type MintedToken,
} from '../shared.ts'
import { plugin } from './index.ts'

/** Routes of every kind that tokens meet. */
const desk = definePlugin({
  name: 'desk',
  info: { title: 'Desk', description: 'D', icon: 'hand', category: 'Work', api: '^1' },
  models: [],
  permissions: [{ name: 'desk.lend', title: 'Lend things', role: 'member' }],
  mount(mux, ctx) {
    const who = ctx.guard(({ userId, orgId, role }) => json({ userId, orgId, role }))
    mux.handle('GET /api/x/desk/who', who)
    mux.handle('POST /api/x/desk/who', who)
    mux.handle(
      'GET /api/x/desk/admin',
      ctx.guard(() => json({}), { role: 'admin' }),
    )
    mux.handle(
      'POST /api/x/desk/lend',
      ctx.guard(() => json({}), { permission: 'desk.lend' }),
    )
    mux.handle(
      'GET /api/x/desk/session',
      ctx.guard(() => json({}), { session: 'required' }),
    )
    const console = ctx.lookup(InstanceGuard)?.(() => json({}))
    if (console !== undefined) mux.handle('/api/x/desk/console', console)
    mux.handle('/api/x/desk/open', ({ request }) => json({ userId: ctx.userId(request) }))
  },
})

const open = () => createTestHost({ plugins: [plugin, desk] })

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function send(host: TestHost, path: string, { method = 'GET', headers = {} }: Sent) {
  const response = await host.fetch(new Request(new URL(path, 'http://host.test'), { method, headers }))
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  return { status: response.status, code: body['code'], body, headers: response.headers }
}

const withToken = (host: TestHost, token: string, call: string | Call) => {
  const { path, ...sent } = typeof call === 'string' ? { path: call } : call
  return send(host, path, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } })
}

interface Call extends Sent {
  readonly path: string
}

const mint = (host: TestHost, person: 'owner' | 'admin' | 'member', given: object = {}): Promise<MintedToken> =>
  host.as(person).call(createToken, { name: 'Robot', ...given })

test('§I36 a token acts for its owner in its workspace, needs no CSRF token, and reads only by default', async () => {
  await using host = await open()
  const { token, hint, role } = await mint(host, 'member')
  assert.match(token, /^host_[0-9A-Za-z]{49}$/)
  assert.ok(token.startsWith(hint) && hint.length < 12)
  assert.equal(role, 'member')
  const { status, body } = await withToken(host, token, '/api/x/desk/who')
  assert.deepEqual([status, body], [200, { userId: host.userIds.member, orgId: host.workspaces.here, role: 'member' }])
  const refused = await withToken(host, token, { path: '/api/x/desk/who', method: 'POST' })
  assert.deepEqual([refused.status, refused.code], [403, 'scope_required'])
  assert.match(String(refused.body['detail']), /desk\.write/)
  const writing = await mint(host, 'member', { scopes: ['desk.write'] })
  assert.equal((await withToken(host, writing.token, { path: '/api/x/desk/who', method: 'POST' })).status, 200)
  assert.equal((await withToken(host, writing.token, '/api/x/desk/who')).code, 'scope_required')
  assert.equal(
    (await withToken(host, writing.token, { path: '/api/x/desk/lend', method: 'POST' })).code,
    'scope_required',
  )
  const lending = await mint(host, 'member', { scopes: ['desk.lend'] })
  assert.equal((await withToken(host, lending.token, { path: '/api/x/desk/lend', method: 'POST' })).status, 200)
})

test('§I36 a secret is in the answer that made it and nowhere else', async () => {
  await using host = await open()
  const { token, id } = await mint(host, 'owner')
  const listed = await host.as('owner').call(listTokens)
  assert.deepEqual(
    listed.items.map(({ name }) => name),
    ['Robot'],
  )
  assert.ok(!JSON.stringify([listed, host.logs]).includes(token))
  const rotated = await host.as('owner').call(rotateToken, { id })
  assert.ok(!JSON.stringify([await host.as('owner').call(listTokens), host.logs]).includes(rotated.token))
})

test('an invalid token is 401 with the scheme, on every route, and never falls back to an anonymous client or a cookie', async () => {
  await using host = await open()
  const { token } = await mint(host, 'member')
  const last = token.at(-1) === 'a' ? 'b' : 'a'
  const unknown = `host_${'0'.repeat(43)}`
  const { cookie } = await host
    .service(Sessions)
    .start(new Request('http://host.test/'), host.userIds.member, host.workspaces.here)
  for (const bad of [
    `${token.slice(0, -1)}${last}`,
    unknown,
    'host_',
    `${token} ${token}`,
    `${token},`,
    'x'.repeat(300),
  ]) {
    for (const headers of [{}, { cookie: cookie.split(';')[0] ?? '' }]) {
      const answer = await withToken(host, bad, { path: '/api/x/desk/who', headers })
      assert.deepEqual([answer.status, answer.code], [401, 'unauthenticated'], bad)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="host", error="invalid_token"/)
    }
  }
  assert.equal((await withToken(host, unknown, '/api/x/desk/open')).status, 401)
  assert.equal((await withToken(host, '', '/api/x/desk/who')).status, 401)
  assert.equal((await withToken(host, 'of another program', '/api/x/desk/open')).status, 200)
  assert.equal((await send(host, '/api/x/desk/who', { headers: { authorization: 'Basic cm9ib3Q6eA==' } })).status, 401)
})

test('a token counts alone: the cookie beside it gives nothing and takes nothing', async () => {
  await using host = await open()
  const { token } = await mint(host, 'member')
  const sessions = host.service(Sessions)
  const { cookie } = await sessions.start(new Request('http://host.test/'), host.userIds.owner, host.workspaces.here)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  assert.equal((await send(host, '/api/x/desk/admin', { headers })).status, 200)
  assert.equal((await withToken(host, token, { path: '/api/x/desk/admin', headers })).status, 403)
  assert.equal((await withToken(host, token, { path: '/api/x/desk/who', headers })).body['userId'], host.userIds.member)
})

test('§I37 where no guard asks, a token stands for its holder only within its scopes', async () => {
  await using host = await open()
  const { token } = await mint(host, 'member', { scopes: ['desk.read'] })
  const who = async (method: string) =>
    (await withToken(host, token, { path: '/api/x/desk/open', method })).body['userId']
  assert.deepEqual([await who('GET'), await who('POST')], [host.userIds.member, undefined])
})

test('§I38 a query parameter never carries a token', async () => {
  await using host = await open()
  const { token } = await mint(host, 'member')
  for (const name of ['token', 'access_token', 'api_key', 'authorization', 'bearer']) {
    assert.equal((await send(host, `/api/x/desk/who?${name}=${token}`, {})).status, 401)
  }
})

test("§I37 a token never acts above its role cap, nor above its owner's current role", async () => {
  await using host = await open()
  const capped = await mint(host, 'owner', { role: 'member' })
  assert.equal((await withToken(host, capped.token, '/api/x/desk/who')).body['role'], 'member')
  assert.equal((await withToken(host, capped.token, '/api/x/desk/admin')).code, 'forbidden')
  const admin = await mint(host, 'admin')
  assert.equal((await withToken(host, admin.token, '/api/x/desk/admin')).status, 200)
  await assert.rejects(mint(host, 'member', { role: 'admin' }), { code: 'forbidden' })
  await assert.rejects(mint(host, 'admin', { role: 'owner' }), { code: 'forbidden' })
})

test('§I38 a token makes, keeps and ends no tokens, and nothing that takes a session', async () => {
  await using host = await open()
  const scopes = (await host.as('owner').call(listScopes)).items.map(({ name }) => name)
  const { token, id } = await mint(host, 'owner', { scopes })
  const tries = [
    ['POST', '/api/tokens'],
    ['PATCH', `/api/tokens/${id}`],
    ['POST', `/api/tokens/${id}/rotate`],
    ['DELETE', `/api/tokens/${id}`],
    ['GET', '/api/x/desk/session'],
  ] as const
  for (const [method, path] of tries) {
    assert.equal((await withToken(host, token, { path, method })).code, 'session_required', `${method} ${path}`)
  }
  assert.equal((await withToken(host, token, '/api/tokens')).status, 200)
})

test('§I39 tokens are personal: those of another member are not found, for admins and owners too', async () => {
  await using host = await open()
  const { id } = await mint(host, 'member')
  for (const person of ['owner', 'admin', 'otherOwner'] as const) {
    assert.deepEqual((await host.as(person).call(listTokens)).items, [])
    await assert.rejects(host.as(person).call(renameToken, { id, name: 'Mine' }), { code: 'not_found' })
    await assert.rejects(host.as(person).call(rotateToken, { id }), { code: 'not_found' })
    await assert.rejects(host.as(person).call(revokeToken, { id }), { code: 'not_found' })
  }
  assert.equal((await host.as('member').call(renameToken, { id, name: ' Reader ' })).name, 'Reader')
})

test('§I36 a revoked token opens nothing from the next request on', async () => {
  await using host = await open()
  const { token, id } = await mint(host, 'member')
  assert.equal((await withToken(host, token, '/api/x/desk/who')).status, 200)
  await host.as('member').call(revokeToken, { id })
  assert.equal((await withToken(host, token, '/api/x/desk/who')).status, 401)
})

test('§I36 after a rotation both secrets work for as long as was said, and then the new one alone', async () => {
  await using host = await open()
  const { token: old, id } = await mint(host, 'member')
  const { token, overlapEndsAt } = await host.as('member').call(rotateToken, { id, overlapHours: 2 })
  assert.notEqual(token, old)
  assert.equal(overlapEndsAt, new Date(host.clock.now() + 7_200_000).toISOString())
  for (const secret of [old, token]) assert.equal((await withToken(host, secret, '/api/x/desk/who')).status, 200)
  host.clock.advance({ hours: 2 })
  assert.equal((await withToken(host, old, '/api/x/desk/who')).status, 401)
  assert.equal((await withToken(host, token, '/api/x/desk/who')).status, 200)
  assert.equal((await host.as('member').call(listTokens)).items[0]?.overlapEndsAt, null)
})

test('a rotation without an overlap ends the former secret at once, and never lengthens its life', async () => {
  await using host = await open()
  const first = await mint(host, 'member', { expiresInDays: 7 })
  const second = await host.as('member').call(rotateToken, { id: first.id, overlapHours: 0 })
  assert.equal((await withToken(host, first.token, '/api/x/desk/who')).status, 401)
  host.clock.advance({ days: 6, hours: 23 })
  await host.as('member').signIn()
  const third = await host.as('member').call(rotateToken, { id: first.id, overlapHours: 168 })
  host.clock.advance({ hours: 1 })
  assert.equal((await withToken(host, second.token, '/api/x/desk/who')).status, 401)
  assert.equal((await withToken(host, third.token, '/api/x/desk/who')).status, 200)
})

test('§I36 a token ends when it was said to, and one without an end stays', async () => {
  await using host = await open()
  const [week, usual, endless] = [
    await mint(host, 'member', { expiresInDays: 7 }),
    await mint(host, 'member'),
    await mint(host, 'member', { expiresInDays: null }),
  ]
  const statuses = async () =>
    Promise.all(
      [week, usual, endless].map(async ({ token }) => (await withToken(host, token, '/api/x/desk/who')).status),
    )
  assert.deepEqual(await statuses(), [200, 200, 200])
  host.clock.advance({ days: 7 })
  assert.deepEqual(await statuses(), [401, 200, 200])
  host.clock.advance({ days: 83 })
  assert.deepEqual(await statuses(), [401, 401, 200])
  await host.as('member').signIn()
  for (const expiresInDays of [0, 6, 366, 7.5, -1]) {
    assert.equal((await host.as('member').post('/api/tokens', { name: 'x', expiresInDays })).status, 400)
  }
})

test('§I37 a token is gated by the features of its workspace, as a session is', async () => {
  await using host = await open()
  const { token } = await mint(host, 'member')
  assert.ok((await host.as('member').call(listScopes)).items.some(({ name }) => name === 'desk.read'))
  await host.switchFeature('desk', false)
  assert.equal((await withToken(host, token, '/api/x/desk/who')).code, 'feature_disabled')
  assert.ok(!(await host.as('member').call(listScopes)).items.some(({ name }) => name === 'desk.read'))
})

test('§I36 scopes are made of the routes, say who they belong to in the language of their reader, and no others are taken', async () => {
  await using host = await open()
  const items = (await host.as('member').call(listScopes)).items.filter(({ plugin: owner }) => owner === 'desk')
  assert.deepEqual(
    items.map(({ name, title, isReading }) => [name, title, isReading]),
    [
      ['desk.read', 'Read', true],
      ['desk.write', 'Change', false],
      ['desk.lend', 'Lend things', false],
    ],
  )
  const chinese = await host.as('member').get('/api/tokens/scopes', { headers: { 'accept-language': 'zh' } })
  assert.match(await chinese.text(), /API 令牌.*|查看/)
  for (const scopes of [['desk.fly'], ['*'], [], ['instance.read']]) {
    assert.equal((await host.as('owner').post('/api/tokens', { name: 'x', scopes })).status, 400, String(scopes))
  }
})

test('§I36 a token that is bound to addresses opens nothing from elsewhere, and says nothing of why', async () => {
  await using host = await createTestHost({ plugins: [plugin, desk], environment: { HOST_TRUST_PROXY: '127.0.0.1' } })
  const url = await host.listen()
  const { token, addresses } = await mint(host, 'member', { addresses: ['192.0.2.0/24', '2001:DB8:0::/48'] })
  assert.deepEqual(addresses, ['192.0.2.0/24', '2001:db8::/48'])
  const from = async (address: string, secret = token) => {
    const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': address }
    return await fetch(`${url}/api/x/desk/who`, { headers })
  }
  for (const address of ['192.0.2.7', '::ffff:192.0.2.9', '2001:db8:0:1::5']) {
    assert.equal((await from(address)).status, 200, address)
  }
  for (const address of ['192.0.3.1', '127.0.0.1', '2001:db8:1::1', '::192.0.2.7', 'nowhere']) {
    assert.equal((await from(address)).status, 401, address)
  }
  const told = async (response: Response) => {
    const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
    return body
  }
  assert.deepEqual(await told(await from('192.0.3.1')), await told(await from('192.0.3.1', `host_${'0'.repeat(49)}`)))
  for (const wrong of ['192.0.2.0/33', '::ffff:192.0.2.0/120', 'example.com', '', '1.2.3', '10.0.0.0/08']) {
    assert.equal((await host.as('member').post('/api/tokens', { name: 'x', addresses: [wrong] })).status, 400, wrong)
  }
})

test('§I36 the last use of a token is known with its address, written at most once a minute', async (context) => {
  await using host = await open()
  const { token } = await mint(host, 'member')
  const used = async () => (await host.as('member').call(listTokens)).items[0]
  assert.equal((await used())?.lastUsedAt, null)
  await withToken(host, token, '/api/x/desk/who')
  const first = new Date(host.clock.now()).toISOString()
  const isKnown = async () => {
    const last = await used()
    assert.deepEqual([last?.lastUsedAt, last?.lastUsedFrom], [first, '127.0.0.1'])
  }
  await context.waitFor(isKnown, { interval: 200, timeout: 60_000 })
})

test('a client that sends invalid tokens is rate limited; a valid token still works', async () => {
  await using host = await open()
  const { token } = await mint(host, 'member')
  assert.equal((await withToken(host, token, '/api/x/desk/who')).status, 200)
  const statuses = new Set<number>()
  for (let guess = 0; guess < 40; guess += 1) {
    statuses.add((await withToken(host, `host_guess${guess}`, '/api/x/desk/who')).status)
  }
  assert.deepEqual([...statuses], [401, 429])
  const refused = await withToken(host, 'host_guess', '/api/x/desk/who')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  assert.equal((await withToken(host, token, '/api/x/desk/who')).status, 200)
  host.clock.advance({ minutes: 1 })
  assert.equal((await withToken(host, 'host_guess', '/api/x/desk/who')).status, 401)
})

test('a user has at most fifty tokens in a workspace', async () => {
  await using host = await open()
  await Promise.all(Array.from({ length: 48 }, () => mint(host, 'member')))
  const last = await Promise.allSettled(Array.from({ length: 6 }, () => mint(host, 'member')))
  assert.equal(last.filter(({ status }) => status === 'fulfilled').length, 2)
  assert.equal((await mint(host, 'admin')).role, 'admin')
})

test('§I38 an instance admin makes tokens for the console; no other token opens it, and they open nothing else', async () => {
  await using host = await open()
  await assert.rejects(host.as('owner').call(createInstanceToken, { name: 'x' }), { code: 'forbidden' })
  await assert.rejects(host.as('owner').call(listInstanceScopes), { code: 'forbidden' })
  const made = await host.as('instanceAdmin').call(createInstanceToken, { name: 'Console robot' })
  assert.deepEqual([made.role, made.scopes], [null, ['desk.read']])
  assert.equal((await withToken(host, made.token, '/api/x/desk/console')).status, 200)
  assert.equal(
    (await withToken(host, made.token, { path: '/api/x/desk/console', method: 'POST' })).code,
    'scope_required',
  )
  assert.equal((await withToken(host, made.token, '/api/x/desk/who')).code, 'no_workspace')
  assert.equal((await withToken(host, made.token, '/api/tokens')).code, 'no_workspace')
  assert.deepEqual(
    (await host.as('instanceAdmin').call(listInstanceTokens)).items.map(({ id }) => id),
    [made.id],
  )
  const { token } = await host.as('owner').call(createToken, { name: 'Owner', scopes: ['desk.read', 'desk.write'] })
  assert.equal((await withToken(host, token, '/api/x/desk/console')).code, 'forbidden')
  await assert.rejects(host.as('instanceAdmin').call(revokeToken, { id: made.id }), { code: 'not_found' })
  await host.as('instanceAdmin').call(revokeInstanceToken, { id: made.id })
  assert.equal((await withToken(host, made.token, '/api/x/desk/console')).status, 401)
})

test("§I38 an instance admin's token of a workspace is not an instance admin's", async () => {
  await using host = await open()
  await host.service(Workspaces).create({ name: 'Own', ownerId: host.userIds.instanceAdmin })
  await host.as('instanceAdmin').signIn()
  const scopes = ['desk.read', 'desk.write']
  const { token } = await host.as('instanceAdmin').call(createToken, { name: 'x', scopes })
  assert.equal((await withToken(host, token, '/api/x/desk/who')).body['role'], 'owner')
  assert.equal((await withToken(host, token, '/api/x/desk/console')).code, 'forbidden')
})
