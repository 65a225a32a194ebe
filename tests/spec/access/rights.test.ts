import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Entitlements, json, type ServiceToken } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { notes } from '../fixtures/notes.ts'
import { infoOf } from '../lab/plugins.ts'
import { join, password } from '../lab/people.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const path = '/api/x/notes/notes'

interface Me {
  readonly user: { readonly id: string }
  readonly workspace: { readonly id: string; readonly name: string } | null
  readonly role: string | null
}

const meOf = async (visitor: Visitor): Promise<Me> => (await visitor.get<Me>('/api/auth/me')).body

test('§5.1 §5.2 users sign in to sessions, and a guarded route answers them only', async () => {
  await using host = await startSpecHost({ plugins: [notes] })
  const { cleo } = await host.people()
  const anonymous = host.visitor()
  const { status, headers, body } = await anonymous.get<{ code: string }>(path)
  assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(
    (await anonymous.post('/api/auth/login', { email: 'cleo@example.test', password: `${password}?` })).status,
    401,
  )
  assert.equal((await anonymous.get(path)).status, 401)
  assert.equal((await anonymous.get(path, { cookie: `host_session=${'a'.repeat(43)}` })).status, 401)
  await anonymous.signIn('cleo@example.test', password)
  assert.deepEqual((await anonymous.get(path)).body, (await cleo.get(path)).body)
  assert.equal((await anonymous.post('/api/auth/logout')).status, 204)
  assert.equal((await anonymous.get(path)).status, 401)
  assert.equal((await cleo.get(path)).status, 200, 'another session of the same person stays')
})

test('§5.3 §I33 the role in the workspace decides about 403, and each workspace has its own', async () => {
  await using host = await startSpecHost({ plugins: [notes] })
  const { ada, cleo, dora } = await host.people()
  const remove = async (person: Visitor) =>
    (await person.send('DELETE', `${path}/note_01h455vb4pex5vsknk084sn02q`)).status
  assert.deepEqual([await remove(ada), await remove(cleo)], [200, 403])
  await join(dora, cleo, { name: 'cleo', role: 'admin' })
  assert.equal((await meOf(cleo)).role, 'admin')
  assert.equal(await remove(cleo), 200)
})

test('§5.5 the server enforces role and tier, whatever a page shows', async () => {
  const studio: string[] = []
  const tiers = definePlugin({
    name: 'tiers',
    info: infoOf('Tiers'),
    models: [],
    menus: [{ id: 'tiers', label: 'Tiers', path: '/tiers', requiredRole: 'owner' }],
    mount(mux, ctx) {
      mux.handle(
        'GET /api/x/tiers/advised',
        ctx.guard(({ role }) => json(role)),
      )
      mux.handle(
        'GET /api/x/tiers/pro',
        ctx.guard(({ role }) => json(role), { tier: 'pro' }),
      )
      mux.handle(
        'GET /api/x/tiers/pro-admin',
        ctx.guard(({ role }) => json(role), { tier: 'pro', role: 'admin' }),
      )
    },
  })
  const plans = {
    hasTier: async (orgId: string, tier: string) => tier === 'pro' && studio.includes(orgId),
    limitOf: () => undefined,
    explain: () => ({ plan: null, plans: ['studio'], sources: [] }),
  }
  const services = [[Entitlements as ServiceToken<unknown>, plans]] as const
  await using host = await startSpecHost({ plugins: [tiers], services, without: ['plans'] })
  const { ada, cleo, dora } = await host.people()
  studio.push((await meOf(dora)).workspace?.id ?? '')
  assert.equal((await cleo.get('/api/x/tiers/advised')).body, 'member', "a menu's role is advice")
  const statuses = async (name: string) =>
    await Promise.all([ada, cleo, dora].map(async (person) => (await person.get(`/api/x/tiers/${name}`)).status))
  assert.deepEqual(await statuses('pro'), [402, 402, 200])
  assert.deepEqual(await statuses('pro-admin'), [402, 403, 200])
})

for (const database of testDatabases) {
  test(`${database.dialect}: §5.6 §I8 a change of role revokes the sessions in that workspace at once, and no others`, async () => {
    await using host = await startSpecHost({ database, plugins: [notes] })
    const { ada, cleo, dora } = await host.people()
    const { user } = await meOf(cleo)
    const home = (await meOf(cleo)).workspace?.id
    await join(dora, cleo, { name: 'cleo', role: 'member' })
    assert.equal((await cleo.post('/api/auth/switch', { workspaceId: home })).status, 200)
    await cleo.refresh()
    const [second, elsewhere] = [
      await host.visitor().signIn('cleo@example.test', password),
      await host.visitor().signIn('cleo@example.test', password),
    ]
    assert.equal(
      (await elsewhere.post('/api/auth/switch', { workspaceId: (await meOf(dora)).workspace?.id })).status,
      200,
    )
    for (const session of [cleo, second, elsewhere]) assert.equal((await session.get(path)).status, 200)
    assert.equal((await ada.send('PATCH', `/api/members/${user.id}`, { body: { role: 'admin' } })).status, 200)
    assert.deepEqual([(await cleo.get(path)).status, (await second.get(path)).status], [401, 401])
    assert.equal((await elsewhere.get(path)).status, 200)
    await second.signIn('cleo@example.test', password)
    assert.equal((await second.post('/api/auth/switch', { workspaceId: home })).status, 200)
    assert.equal((await meOf(second)).role, 'admin')
  })

  test(`${database.dialect}: §5.6 §I8 who is removed or leaves has no session in that workspace any more, also while requests run`, async () => {
    await using host = await startSpecHost({ database, plugins: [notes] })
    const { ada, ben, cleo } = await host.people()
    const { user } = await meOf(cleo)
    const running = Array.from({ length: 20 }, () => cleo.get(path))
    assert.equal((await ada.send('DELETE', `/api/members/${user.id}`)).status, 204)
    assert.equal((await cleo.get(path)).status, 401)
    for (const { status } of await Promise.all(running)) assert.ok([200, 401, 403].includes(status), String(status))
    const { workspace } = await meOf(ben)
    assert.equal((await ben.post(`/api/workspaces/${workspace?.id}/leave`)).status, 204)
    assert.equal((await ben.get(path)).status, 401)
    await cleo.signIn('cleo@example.test', password)
    assert.equal((await meOf(cleo)).workspace, null)
    assert.equal((await cleo.get(path)).status, 403)
  })
}

test('§5.3 a saved view is there for its author, when shared for the workspace, and never for another one', async () => {
  await using host = await startSpecHost()
  const { ben, cleo, dora } = await host.people()
  const view = { page: '/members', name: 'Admins', query: 'role=admin' }
  const { body: own } = await cleo.post<{ id: string }>('/api/views', view)
  const { body: shared } = await ben.post<{ id: string }>('/api/views', { ...view, isShared: true })
  const seen = async (visitor: Visitor) =>
    (await visitor.get<{ items: readonly { id: string }[] }>('/api/views?page=/members')).body.items.map(({ id }) => id)
  assert.deepEqual(await seen(cleo), [own.id, shared.id])
  assert.deepEqual(await seen(ben), [shared.id])
  assert.deepEqual(await seen(dora), [])
  for (const [visitor, id, status] of [
    [dora, shared.id, 404],
    [dora, own.id, 404],
    [ben, own.id, 404],
    [cleo, shared.id, 403],
  ] as const) {
    assert.equal((await visitor.send('DELETE', `/api/views/${id}`)).status, status)
  }
  assert.equal((await ben.send('DELETE', `/api/members/${(await meOf(cleo)).user.id}`)).status, 204)
  const again = await host.visitor().signIn('cleo@example.test', 'tea-houses by the sea')
  assert.deepEqual(await seen(await join(ben, again, { name: 'cleo', role: 'member' })), [shared.id])
})

test('§5.3 a user without the sharing permission changes no shared view, and may withdraw their own', async () => {
  await using host = await startSpecHost()
  const { ada, ben } = await host.people()
  const view = { page: '/members', name: 'Admins', query: 'role=admin' }
  const { body: shared } = await ben.post<{ id: string }>('/api/views', { ...view, isShared: true })
  const place = `/api/views/${shared.id}`
  const member = `/api/members/${(await meOf(ben)).user.id}`
  assert.equal((await ada.send('PATCH', member, { body: { role: 'member' } })).status, 200)
  const demoted = await host.visitor().signIn('ben@example.test', 'tea-houses by the sea')
  for (const change of [{ name: 'Look here' }, { query: 'role=owner' }, { isShared: true }]) {
    assert.equal((await demoted.send('PATCH', place, { body: change })).status, 403, JSON.stringify(change))
  }
  assert.equal((await demoted.send('PATCH', place, { body: { isShared: false } })).status, 200)
})
