import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, type PluginInfo } from '@host/plugin'
import { createTestHost, type TestClient, type TestHost } from '@host/testing'
import { listFeatures, readFeature, switchFeature } from '../shared.ts'
import { plugin } from './index.ts'

function feature<const Name extends 'domains' | 'mail' | 'mail-in'>(name: Name, rest: Partial<PluginInfo> = {}) {
  return definePlugin({
    name,
    info: {
      title: name.toUpperCase(),
      description: `About ${name}`,
      icon: 'puzzle',
      category: 'Work',
      api: '^1',
      ...rest,
    },
    models: [],
    ...(name === 'mail-in' && { start: () => Promise.reject(new Error('no server')) }),
    i18n: { zh: { 'info.title': `标题 ${name}`, 'info.category': '工作' } },
    mount(mux, ctx) {
      mux.handle(`/api/x/${name}/ping` as never, ctx.guard(() => json({ message: name })) as never)
    },
  })
}

const open = () =>
  createTestHost({
    plugins: [
      plugin,
      feature('domains', { enabledByDefault: false }),
      feature('mail', { group: 'mail', enabledByDefault: false, requires: ['domains'] }),
      feature('mail-in', { group: 'mail', enabledByDefault: false }),
    ],
  })

const enabled = async (client: TestClient): Promise<string> =>
  (await client.call(listFeatures))
    .filter((entry) => entry.enabled)
    .map(({ key }) => key)
    .join(' ')

const ping = async (host: TestHost, name: string): Promise<number> =>
  (await host.as('member').get(`/api/x/${name}/ping`)).status

test('the list shows each feature and its relations, in the reader’s language', async () => {
  await using host = await open()
  const features = await host.as('member').call(listFeatures)
  assert.deepEqual(
    features.find(({ key }) => key === 'mail'),
    {
      key: 'mail',
      title: 'MAIL',
      description: 'About mail',
      icon: 'puzzle',
      category: 'Work',
      enabled: false,
      core: false,
      requires: ['domains'],
      requiredBy: [],
      pluginNames: ['mail', 'mail-in'],
      health: 'degraded',
    },
    'a feature does as the worst of its plugins',
  )
  assert.deepEqual(features.find(({ key }) => key === 'domains')?.requiredBy, ['mail'])
  assert.equal(
    features.some(({ key }) => key === 'mail-in'),
    false,
    'a group is one feature',
  )
  assert.equal(features.find(({ key }) => key === 'features')?.core, true)
  const chinese = await host.as('member').get('/api/features', { headers: { 'accept-language': 'zh' } })
  const mail = ((await chinese.json()) as { key: string; title: string; category: string }[]).find(
    ({ key }) => key === 'mail',
  )
  assert.deepEqual([mail?.title, mail?.category], ['标题 mail', '工作'])
})

test("an admin reads a feature's contributions and the health of its plugins; a member does not", async () => {
  await using host = await open()
  const details = await host.as('admin').call(readFeature, { key: 'mail' })
  assert.deepEqual(
    details.plugins.map(({ name, health, healthCause }) => [name, health, healthCause]),
    [
      ['mail', 'ok', undefined],
      ['mail-in', 'degraded', 'start'],
    ],
  )
  const [, broken] = details.plugins
  assert.equal(broken?.healthSince, new Date(host.clock.now()).toISOString())
  assert.equal('routes' in (broken ?? {}), false, 'the console has its routes and tables')
  assert.deepEqual([details.health, details.requires], ['degraded', ['domains']])
  const [own] = (await host.as('admin').call(readFeature, { key: 'features' })).plugins
  assert.ok(own?.pages.some(({ path, label }) => path === '/features' && label === 'Features'))
  assert.equal((await host.as('member').get('/api/features/mail')).status, 403)
  await assert.rejects(host.as('admin').call(readFeature, { key: 'nothing' }), { code: 'not_found' })
})

test('§4.2 a switched-off feature is 404 in this workspace, at once, and its plugins go together', async () => {
  await using host = await open()
  assert.deepEqual([await ping(host, 'mail'), await ping(host, 'domains')], [404, 404])
  const features = await host.as('admin').call(switchFeature, { key: 'mail', enabled: true })
  assert.equal(features.filter((entry) => entry.enabled && !entry.core).length, 2, 'what it needs came along')
  assert.deepEqual(
    [await ping(host, 'mail'), await ping(host, 'mail-in'), await ping(host, 'domains')],
    [200, 200, 200],
  )
  assert.equal((await host.as('otherOwner').get('/api/x/mail/ping')).status, 404)
})

test('a feature that others need is refused with their names', async () => {
  await using host = await open()
  await host.as('owner').call(switchFeature, { key: 'mail', enabled: true })
  const response = await host.as('owner').put('/api/features/domains', { enabled: false })
  const problem = (await response.json()) as { code: string; detail: string }
  assert.deepEqual([response.status, problem.code], [409, 'feature_required'])
  assert.match(problem.detail, /mail/)
  await host.as('owner').call(switchFeature, { key: 'mail', enabled: false })
  await host.as('owner').call(switchFeature, { key: 'domains', enabled: false })
  assert.equal(await enabled(host.as('owner')), 'features')
})

test('switching is for admins, core features stay, unknown ones are not found', async () => {
  await using host = await open()
  await assert.rejects(host.as('member').call(switchFeature, { key: 'mail', enabled: true }), { code: 'forbidden' })
  await assert.rejects(host.as('admin').call(switchFeature, { key: 'features', enabled: false }), { code: 'conflict' })
  await assert.rejects(host.as('admin').call(switchFeature, { key: 'nothing', enabled: true }), { code: 'not_found' })
  assert.equal((await host.as('anonymous').get('/api/features')).status, 401)
  assert.equal((await host.as('admin').put('/api/features/mail', { enabled: 'yes' })).status, 400)
})
