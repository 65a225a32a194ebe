import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, type InstanceMenuItem } from '@host/plugin'
import { InstanceGuard } from '@host/plugin/platform'
import { join } from '../lab/people.ts'
import { infoOf } from '../lab/plugins.ts'
import { assertRefused } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import { pathsOf, switchFeature } from '../lab/features.ts'

const reports = definePlugin({
  name: 'reports',
  info: infoOf('Reports'),
  models: [],
  menus: [{ id: 'reports', label: 'Reports', path: '/reports' }],
  instanceMenus: [{ id: 'report-limits', label: 'Limits', path: '/report-limits' }],
  mount(mux, ctx) {
    mux.handle('GET /api/x/reports/public', () => json('public'))
    mux.handle(
      'GET /api/x/reports/own',
      ctx.guard(({ orgId }) => json(orgId)),
    )
    const instance = ctx.lookup(InstanceGuard)
    assert.ok(instance)
    mux.handle(
      'GET /api/x/reports/limits',
      instance(() => json('limits')),
    )
  },
})

test('§1.1 a path announced in the workspace and in the console refuses the start', async () => {
  const both = definePlugin({
    name: 'both',
    info: infoOf('Both'),
    models: [],
    menus: [{ id: 'here', label: 'Here', path: '/same' }],
    instanceMenus: [{ id: 'there', label: 'There', path: '/same' }],
    mount() {},
  })
  await assertRefused({ plugins: [both] }, /"both"/, /"\/same"/, /one of them|another path/)
})

test('§1.3 the rail ignores category and role, and has one gate: the instance admin', async () => {
  const entry = { id: 'rail', label: 'Rail', path: '/rail', category: 'Anything', requiredRole: 'owner' }
  const rail = definePlugin({
    name: 'rail',
    info: infoOf('Rail'),
    models: [],
    instanceMenus: [entry as InstanceMenuItem],
    mount() {},
  })
  await using host = await startSpecHost({ plugins: [rail] })
  const { ada, dora } = await host.people()
  await join(dora, ada, { name: 'ada', role: 'member' })
  const { status, body } = await ada.get<readonly Record<string, unknown>[]>('/api/instance/menus')
  assert.equal(status, 200)
  const found = body.find(({ id }) => id === 'rail')
  assert.deepEqual(found, { id: 'rail', label: 'Rail', path: '/rail', icon: 'notebook', order: 100 })
})

test('§1.4 a workspace that switches a feature off no longer sees it, and no other workspace notifications', async () => {
  await using host = await startSpecHost({ plugins: [reports] })
  const { ada, dora } = await host.people()
  assert.ok((await pathsOf(ada, '/api/menus')).includes('/reports'))
  await switchFeature(ada, 'reports', false)
  assert.ok(!(await pathsOf(ada, '/api/menus')).includes('/reports'))
  assert.equal((await ada.get('/api/x/reports/own')).status, 404)
  assert.ok((await pathsOf(dora, '/api/menus')).includes('/reports'))
  assert.equal((await dora.get('/api/x/reports/own')).status, 200)
  await switchFeature(ada, 'reports', true)
  assert.ok((await pathsOf(ada, '/api/menus')).includes('/reports'))
  assert.equal((await ada.get('/api/x/reports/own')).status, 200)
})

test("§1.5 §5.4 the console is for instance admins, and no workspace's switch touches it", async () => {
  await using host = await startSpecHost({ plugins: [reports] })
  const { ada, ben, dora, eve } = await host.people()
  await switchFeature(ada, 'reports', false)
  assert.ok((await pathsOf(ada, '/api/instance/menus')).includes('/report-limits'))
  assert.equal((await ada.get('/api/x/reports/limits')).status, 200)
  for (const path of ['/api/instance/menus', '/api/x/reports/limits', '/api/instance/plugins']) {
    for (const person of [ben, dora, eve]) assert.equal((await person.get(path)).status, 403, path)
    assert.equal((await host.visitor().get(path)).status, 401, path)
  }
})

test('§1.6 the router gates the space of a plugin itself, also without a guard in its handler', async () => {
  await using host = await startSpecHost({ plugins: [reports] })
  const { ada, cleo, dora } = await host.people()
  await switchFeature(ada, 'reports', false)
  for (const person of [ada, cleo]) assert.equal((await person.get('/api/x/reports/public')).status, 404)
  assert.equal((await dora.get('/api/x/reports/public')).status, 200)
  assert.equal((await host.visitor().get('/api/x/reports/public')).status, 200, 'a stranger has no workspace')
})
