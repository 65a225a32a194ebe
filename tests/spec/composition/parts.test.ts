import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json } from '@host/plugin'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

test('§1.7 one deployment serves many workspaces, and each sees itself', async () => {
  const where = definePlugin({
    name: 'where',
    info: infoOf('Where'),
    models: [],
    mount: (mux, ctx) =>
      mux.handle(
        'GET /api/x/where/am-i',
        ctx.guard(({ orgId, role }) => json({ orgId, role })),
      ),
  })
  await using host = await startSpecHost({ plugins: [where] })
  const { ada, ben, dora } = await host.people()
  const [home, same, studio] = await Promise.all(
    [ada, ben, dora].map(
      async (person) => (await person.get<{ orgId: string; role: string }>('/api/x/where/am-i')).body,
    ),
  )
  assert.equal(home?.orgId, same?.orgId)
  assert.notEqual(home?.orgId, studio?.orgId)
  assert.deepEqual([home?.role, same?.role, studio?.role], ['owner', 'admin', 'owner'])
})

test('§1.7 without plugins the host only runs: every feature is one', async () => {
  await using host = await startSpecHost({ isBare: true })
  const visitor = host.visitor()
  assert.equal((await visitor.get('/healthz')).status, 200)
  for (const path of ['/api/menus', '/api/auth/me', '/api/features', '/api/workspaces', '/api/instance/plugins']) {
    assert.equal((await visitor.get(path)).status, 404, path)
  }
})

test('§1.8 the context has every part of the host, and a part that this build lacks says so by name', async () => {
  const missing = ['core.mail']
  const parts = definePlugin({
    name: 'parts',
    info: infoOf('Parts'),
    models: [],
    notifications: [{ id: 'tried', title: 'Tried' }],
    i18n: { zh: { 'notification.tried': '尝试' } },
    mount(mux, ctx) {
      const calls: Readonly<Record<string, (orgId: string) => Promise<unknown>>> = {
        'core.notifications': () => ctx.notify({ to: { instanceAdmins: true }, title: 'Tried' }),
        'core.mail': (orgId) => ctx.sendMail({ orgId, to: ['a@example.test'], subject: 'Tried', text: 'Tried' }),
        'core.dns': (orgId) => ctx.dns.zones(orgId),
      }
      ctx.onEmail(async () => {})
      for (const [token, call] of Object.entries(calls)) {
        mux.handle(
          `GET /api/x/parts/${token}`,
          ctx.guard(async ({ orgId }) => json((await call(orgId)) ?? {})),
        )
      }
      mux.handle('GET /api/x/parts/members', () => json(Object.keys(ctx).toSorted()))
    },
  })
  await using host = await startSpecHost({ plugins: [parts], without: ['mail'] })
  const { ada } = await host.people()
  const { body: members } = await ada.get<readonly string[]>('/api/x/parts/members')
  const expected =
    'audit db decrypt dns encrypt getWorkspaceSetting guard log lookup name notify onEmail orgId provide sendMail setWorkspaceSetting userId'
  assert.equal(members.join(' '), expected)
  for (const token of ['core.notifications', 'core.dns']) {
    assert.equal((await ada.get(`/api/x/parts/${token}`)).status, 200, token)
  }
  for (const token of missing) {
    const { status, body } = await ada.get<{ code: string; detail: string }>(`/api/x/parts/${token}`)
    assert.equal(status, 503, token)
    assert.equal(body.code, 'service_unavailable')
    assert.ok(body.detail.includes(`"${token}"`), body.detail)
  }
})
