import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Geo, type GeoService } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { createTestHost, type TestClient } from '@host/testing'
import {
  endOtherSessions,
  endSession,
  listMethods,
  listSessions,
  login,
  logout,
  logoutAll,
  readMe,
  switchWorkspace,
} from '../shared.ts'
import { plugin } from './index.ts'

const password = 'tea-houses by the sea'
const open = () => createTestHost({ plugins: [plugin] })

/** Signs in like a browser: a separate client that keeps its own cookies. */
async function signIn(browser: TestClient, email: string): Promise<TestClient> {
  await browser.call(login, { email, password })
  return browser
}

test('§I5 signing in gives a cookie that scripts can not read and other sites can not send, and says who one is', async () => {
  await using host = await open()
  const browser = host.as('anonymous')
  const response = await browser.post('/api/auth/login', { email: 'Owner@Host.Test', password })
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { status: 'signed_in' })
  assert.match(
    response.headers.get('set-cookie') ?? '',
    /^host_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  )
  const me = await browser.call(readMe)
  assert.deepEqual(me.user, {
    id: host.userIds.owner,
    email: 'owner@host.test',
    name: 'Olive Owner',
    isInstanceAdmin: false,
  })
  assert.deepEqual([me.workspace?.id, me.role], [host.workspaces.here, 'owner'])
  assert.match(me.csrfToken, /^[\w-]{43}$/)
})

test('§I5 over TLS the cookie is Secure and bound to this host name', async () => {
  await using host = await createTestHost({
    plugins: [plugin],
    environment: { HOST_PUBLIC_URL: 'https://host.example' },
  })
  const response = await host
    .as('anonymous')
    .post('/api/auth/login', { email: 'owner@host.test', password }, { headers: { origin: 'https://host.example' } })
  assert.match(response.headers.get('set-cookie') ?? '', /^__Host-session=[\w-]{43}; Path=\/; .*; Secure$/)
})

test('§I3 a wrong password, an unknown address and no address get the same answer', async () => {
  await using host = await open()
  const answers = []
  for (const body of [
    { email: 'owner@host.test', password: 'wrong' },
    { email: 'nobody@host.test', password },
    { email: 'no address', password },
  ]) {
    const response = await host.as('anonymous').post('/api/auth/login', body)
    const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>
    answers.push({ status: response.status, cookie: response.headers.get('set-cookie'), problem })
  }
  assert.equal(answers[0]?.status, 401)
  assert.equal(answers[0]?.problem['code'], 'invalid_credentials')
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
})

test('§I4 the sixth wrong password in a quarter of an hour states how long to wait', async () => {
  await using host = await open()
  const guess = () => host.as('anonymous').post('/api/auth/login', { email: 'owner@host.test', password: 'wrong' })
  for (let attempt = 0; attempt < 5; attempt += 1) assert.equal((await guess()).status, 401)
  const refused = await guess()
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900'])
  host.clock.advance({ minutes: 15 })
  await signIn(host.as('anonymous'), 'owner@host.test')
})

test('signing in again ends the session before; signing out ends this one', async () => {
  await using host = await open()
  const browser = await signIn(host.as('anonymous'), 'owner@host.test')
  await signIn(browser, 'owner@host.test')
  const { items } = await browser.call(listSessions)
  assert.equal(items.length, 2, 'the one of this browser and the one that every test person has')
  await browser.call(logout)
  await assert.rejects(browser.call(readMe), { code: 'unauthenticated' })
  await host.as('owner').call(readMe)
})

test('a session says where its network is, when the instance knows places', async () => {
  const geo: GeoService = {
    lookup: async (address) =>
      address === '127.0.0.0' ? { country: 'GB', region: 'England', city: 'London' } : undefined,
  }
  const info = { title: 'Places', description: 'Knows places', icon: 'globe', category: 'Work', api: '^1' } as const
  const places = definePlugin({ name: 'places', info, models: [], mount: (_mux, ctx) => ctx.provide(Geo, geo) })
  await using host = await createTestHost({ plugins: [plugin, places] })
  const browser = await signIn(host.as('anonymous'), 'owner@host.test')
  const { items } = await browser.call(listSessions)
  const placeOf = (network: string) => items.find((one) => one.network === network)?.place
  assert.deepEqual(placeOf('127.0.0.0/24'), { country: 'GB', city: 'London' })
  assert.equal(placeOf('unknown'), undefined)
})

test('signing out everywhere ends every session of the user', async () => {
  await using host = await open()
  const browser = await signIn(host.as('anonymous'), 'owner@host.test')
  await browser.call(logoutAll)
  await assert.rejects(host.as('owner').call(readMe), { code: 'unauthenticated' })
  await host.as('admin').call(readMe)
})

test('§I7 a session of another user is not found; one of one’s own ends at once', async () => {
  await using host = await open()
  const browser = await signIn(host.as('anonymous'), 'owner@host.test')
  const [foreign] = (await host.as('admin').call(listSessions)).items
  await assert.rejects(browser.call(endSession, { id: foreign?.id ?? '' }), { code: 'not_found' })
  const own = (await browser.call(listSessions)).items.find(({ current }) => !current)
  await browser.call(endSession, { id: own?.id ?? '' })
  await assert.rejects(host.as('owner').call(readMe), { code: 'unauthenticated' })
})

test('§I7 a user ends all of their sessions but the current one, and no other user’s', async () => {
  await using host = await open()
  const browser = await signIn(host.as('anonymous'), 'owner@host.test')
  await browser.call(endOtherSessions)
  assert.deepEqual(
    (await browser.call(listSessions)).items.map(({ current }) => current),
    [true],
  )
  await assert.rejects(host.as('owner').call(readMe), { code: 'unauthenticated' })
  assert.equal((await host.as('admin').call(readMe)).role, 'admin')
})

test('§I7 people see their sessions with browser, masked address and last use', async () => {
  await using host = await open()
  const browser = host.as('anonymous')
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  await browser.post('/api/auth/login', { email: 'owner@host.test', password }, { headers })
  const now = new Date(host.clock.now()).toISOString()
  const { items } = await browser.call(listSessions)
  const own = items.find(({ current }) => current)
  assert.deepEqual([own?.userAgent, own?.network, own?.lastSeenAt], [headers['user-agent'], '127.0.0.0/24', now])
})

test('§I9 a session that switches keeps its cookie, address, and browser, and the next request is in the other workspace', async () => {
  await using host = await open()
  const browser = host.as('anonymous')
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const signedIn = await browser.post('/api/auth/login', { email: 'owner@host.test', password }, { headers })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  const other = await host.service(Workspaces).create({ name: 'Other', ownerId: host.userIds.owner })
  const before = (await browser.call(listSessions)).items.find(({ current }) => current)
  const switched = await browser.post('/api/auth/switch', { workspaceId: other.id })
  assert.ok(switched.headers.get('set-cookie')?.startsWith(`${cookie};`))
  assert.equal((await browser.call(readMe)).workspace?.id, other.id)
  const after = (await browser.call(listSessions)).items.find(({ current }) => current)
  assert.deepEqual([after?.id, after?.network, after?.userAgent], [before?.id, before?.network, headers['user-agent']])
  const named = { cookie, 'x-workspace': host.workspaces.here }
  const here = await host.fetch(new Request('http://host.test/api/auth/me', { headers: named }))
  assert.equal(((await here.json()) as { workspace: { id: string } }).workspace.id, host.workspaces.here)
})

test('§I9 switching needs a membership there', async () => {
  await using host = await open()
  for (const workspaceId of [host.workspaces.there, 'org_unknown']) {
    await assert.rejects(host.as('owner').call(switchWorkspace, { workspaceId }), { code: 'not_found' })
  }
  const me = await host.as('owner').call(switchWorkspace, { workspaceId: host.workspaces.here })
  assert.equal(me.workspace?.name, 'Here')
  assert.equal((await host.as('owner').call(readMe)).csrfToken, me.csrfToken)
})

test('§I10 another site can neither sign a user in nor out', async () => {
  await using host = await open()
  const body = { email: 'owner@host.test', password }
  const fromElsewhere = await host
    .as('anonymous')
    .post('/api/auth/login', body, { headers: { origin: 'https://evil.example' } })
  assert.deepEqual(
    [fromElsewhere.status, ((await fromElsewhere.json()) as { code: string }).code],
    [403, 'csrf_origin'],
  )
  const withoutToken = await host.as('owner').post('/api/auth/logout', undefined, { headers: { 'x-csrf-token': 'x' } })
  assert.deepEqual([withoutToken.status, ((await withoutToken.json()) as { code: string }).code], [403, 'csrf_token'])
})

test('§I1 once there is an instance admin the setup is gone, for any token', async () => {
  await using host = await open()
  const response = await host
    .as('anonymous')
    .post('/api/auth/setup', { token: 'x', name: 'X', email: 'x@host.test', password, workspace: 'X' })
  assert.equal(response.status, 410)
})

test('wrong input names the field', async () => {
  await using host = await open()
  const response = await host.as('anonymous').post('/api/auth/login', { email: 'owner@host.test', pass: password })
  const { errors } = (await response.json()) as { errors: readonly { path: string; message: string }[] }
  assert.equal(response.status, 400)
  assert.deepEqual(errors.map(({ path }) => path).toSorted(), ['pass', 'password'])
  assert.ok(
    errors.every(({ message }) => /^[A-Z].+\.$/.test(message)),
    JSON.stringify(errors),
  )
})

test('the ways to sign in are named in the reader’s language', async () => {
  await using host = await open()
  const chinese = await host.as('anonymous').get('/api/auth/methods', { headers: { 'accept-language': 'zh-CN' } })
  assert.deepEqual(await chinese.json(), [
    { id: 'password', kind: 'password', label: '邮箱与密码' },
    { id: 'passkey', kind: 'passkey', label: '通行密钥' },
  ])
  assert.equal((await host.as('anonymous').call(listMethods))[0]?.label, 'Email and password')
})
