import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, PluginCatalog, type PluginHealth, type RouteFacts } from '@host/plugin'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import type { ReadinessReport } from './readiness.ts'

async function readiness({ get }: LabHost): Promise<ReadinessReport & { readonly code: number }> {
  const answer = await get('/readyz')
  return { code: answer.status, ...((await answer.json()) as ReadinessReport) }
}

const wellOrNot = (name: string, health?: PluginHealth) =>
  definePlugin({
    name,
    info: notesInfo,
    models: [],
    mount() {},
    ...(health === undefined ? {} : { health: () => health }),
  })

test('plugins that are not well are named with their reasons, and take nothing from readiness', async (context) => {
  const lab = await labHost(context, [
    wellOrNot('silent'),
    wellOrNot('well', { status: 'ok' }),
    wellOrNot('ill', { status: 'down', detail: 'No mail server.' }),
    definePlugin({
      name: 'unstarted',
      info: notesInfo,
      models: [],
      mount() {},
      start: () => Promise.reject(new Error('no')),
    }),
  ])
  const { plugins, ...rest } = await readiness(lab)
  assert.deepEqual(rest, { code: 200, status: 'ready', reasons: [], checks: [] })
  const [ill, unstarted] = plugins
  assert.deepEqual(ill, { name: 'ill', status: 'down', detail: 'No mail server.' })
  const { since, ...known } = unstarted as { readonly since?: string }
  assert.deepEqual(known, { name: 'unstarted', status: 'degraded', detail: 'It could not start.', cause: 'start' })
  assert.match(since ?? '', /^\d{4}-\d\d-\d\dT/)
})

test('a health that says nonsense is a fault of its plugin, and readiness has nothing of it', async (context) => {
  const nonsense = [{ status: 'degraded', detail: 1n }, { status: 'fine' }, 'well', null, { status: 'down', name: 'x' }]
  const lab = await labHost(
    context,
    nonsense.map((health, index) => wellOrNot(`odd-${index}`, health as unknown as PluginHealth)),
  )
  const { code, plugins } = await readiness(lab)
  assert.equal(code, 200)
  const failed = { status: 'degraded', detail: 'Its health check failed.', cause: 'check' }
  assert.deepEqual(plugins, [
    ...[0, 1, 2, 3].map((index) => ({ name: `odd-${index}`, ...failed })),
    { name: 'odd-4', status: 'down' },
  ])
  assert.equal(lab.host.faultCount('odd-0'), 1)
})

test('§7.19 a host that is to stop is not ready, and serves for HOST_STOP_DELAY', async (context) => {
  const lab = await labHost(context, [], { environment: { HOST_STOP_DELAY: '0.05' } })
  const left = lab.host.leave()
  const { code, reasons } = await readiness(lab)
  assert.deepEqual([code, reasons], [503, ['The host is stopping.']])
  assert.equal((await lab.get('/healthz')).status, 200)
  await left
})

test('a host that stops is not ready, and one that lives is alive either way', async (context) => {
  const lab = await labHost(context, [])
  assert.equal((await readiness(lab)).status, 'ready')
  await lab.host.stop()
  const { code, status, reasons } = await readiness(lab)
  assert.deepEqual([code, status], [503, 'not_ready'])
  assert.deepEqual(reasons, ['The host is stopping.', "The database isn't responding."])
  assert.equal((await lab.get('/healthz')).status, 200)
})

const signIn: RouteFacts = {
  pattern: 'GET /api/x/lab/sign-in',
  audience: 'public',
  requirements: undefined,
  scopes: [],
  agents: true,
  rateLimit: 'api',
  isIdempotent: false,
  bodyLimit: 1_048_576,
  structureLimit: 10_000,
  deprecated: undefined,
  endpoint: undefined,
  operation: undefined,
}

test('the catalog knows the contributions of each plugin', async (context) => {
  const { host } = await labHost(context, [wellOrNot('well', { status: 'ok' })])
  const catalog = host.lookup(PluginCatalog)
  const facts = catalog?.list().find(({ name }) => name === 'lab')
  assert.deepEqual([facts?.version, facts?.outOfTree, facts?.feature, facts?.routes], ['1.0.0', false, 'lab', [signIn]])
  assert.equal((await catalog?.health('well'))?.status, 'ok')
  assert.equal(catalog?.build().database, 'sqlite')
})
