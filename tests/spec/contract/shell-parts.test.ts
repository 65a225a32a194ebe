import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plugin as hello } from '../../../examples/hello/plugin.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { switchFeature } from '../lab/features.ts'
import { infoOf, plain } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface Item {
  readonly plugin: string
  readonly title: string
  readonly path: string
  readonly done?: boolean
  readonly count?: number
}

async function itemsOf(visitor: Visitor, path: string, language = 'en'): Promise<readonly Item[]> {
  const { status, body } = await visitor.get<{ items: readonly Item[] }>(path, { 'accept-language': language })
  assert.equal(status, 200, JSON.stringify(body))
  return body.items
}

const search = (text: string): string => `/api/search?q=${encodeURIComponent(text)}`
const titles = (items: readonly Item[]): readonly string[] => items.map(({ title }) => title)

for (const database of testDatabases) {
  test(`§2.42 §2.43 the palette finds members by name and address in any case, in one workspace (${database.name})`, async () => {
    await using host = await startSpecHost({ database })
    const { ada, cleo, dora } = await host.people()
    const members = async (visitor: Visitor, text: string): Promise<readonly string[]> =>
      titles((await itemsOf(visitor, search(text))).filter(({ plugin }) => plugin === 'workspaces'))
    assert.deepEqual(await members(cleo, 'BEN'), ['ben'])
    assert.deepEqual(await members(ada, 'cleo@EXAMPLE'), ['cleo'])
    assert.deepEqual(await members(dora, 'ben'), [], 'of another workspace')
    for (const wildcard of ['%', '_', '\\', 'b%n', "' or 1=1 --"]) assert.deepEqual(await members(ada, wildcard), [])
  })

  test(`§2.42 a greeting is found, is a first step, and is counted for the others (${database.name})`, async () => {
    await using host = await startSpecHost({ database, plugins: [hello] })
    const { ada, cleo, dora } = await host.people()
    assert.equal((await cleo.post('/api/x/hello/greetings', { text: 'Good 100% morning' })).status, 201)
    assert.deepEqual(titles(await itemsOf(ada, search('100% MORN'))), ['Good 100% morning'])
    assert.deepEqual(await itemsOf(dora, search('morning')), [])
    const step = async (visitor: Visitor): Promise<boolean | undefined> =>
      (await itemsOf(visitor, '/api/checklist')).find(({ plugin }) => plugin === 'hello')?.done
    assert.deepEqual([await step(cleo), await step(ada)], [true, false])
    const waiting = async (visitor: Visitor) => await itemsOf(visitor, '/api/badges')
    assert.deepEqual(await waiting(ada), [{ path: '/hello', count: 1 }])
    assert.deepEqual([await waiting(cleo), await waiting(dora)], [[], []])
  })
}

test("§2.43 features are found in the reader's language, by who may open their page", async () => {
  await using host = await startSpecHost()
  const { ben, cleo } = await host.people()
  const found = async (visitor: Visitor, text: string, language: string): Promise<readonly string[]> =>
    titles((await itemsOf(visitor, search(text), language)).filter(({ plugin }) => plugin === 'features'))
  assert.deepEqual(await found(ben, 'audit', 'en'), ['Audit log'])
  assert.deepEqual(await found(ben, '审计', 'zh'), ['审计日志'])
  assert.deepEqual(await found(cleo, 'audit', 'en'), [])
})

test('§2.43 the first steps of an admin are to protect the account, to give the workspace a face and to bring others in', async () => {
  await using host = await startSpecHost({ plugins: [hello] })
  const { ada, cleo, dora } = await host.people()
  const steps = async (visitor: Visitor): Promise<Record<string, boolean | undefined>> =>
    Object.fromEntries((await itemsOf(visitor, '/api/checklist')).map(({ path, done }) => [path, done]))
  assert.deepEqual(await steps(dora), {
    '/settings/security': false,
    '/settings/workspace': false,
    '/members': false,
    '/domains': false,
    '/domains/zones': false,
    '/products?create=1': false,
    '/products/orders?create=1': false,
    '/features': true,
    '/mcp': false,
    '/hello': false,
  })
  assert.equal((await steps(ada))['/members'], true)
  assert.deepEqual(await steps(cleo), { '/settings/security': false, '/mcp': false, '/hello': false })
})

test('§2.43 §4.2 a disabled feature contributes nothing, and other workspaces keep its contributions', async () => {
  await using host = await startSpecHost({ plugins: [hello] })
  const { ada, dora } = await host.people()
  for (const visitor of [ada, dora]) await visitor.post('/api/x/hello/greetings', { text: 'Ahoy' })
  await switchFeature(ada, 'hello', false)
  assert.deepEqual(await itemsOf(ada, search('ahoy')), [])
  assert.deepEqual(await itemsOf(ada, '/api/badges'), [])
  assert.ok(!(await itemsOf(ada, '/api/checklist')).some(({ plugin }) => plugin === 'hello'))
  assert.deepEqual(titles(await itemsOf(dora, search('ahoy'))), ['Ahoy'])
})

test('§2.44 hooks that throw, hang and answer rubbish add nothing, and the others are heard', async () => {
  const hooks = (answer: () => unknown) => ({ search: answer, checklist: answer, badges: answer })
  const faulty = [
    plain(
      'thrower',
      hooks(() => assert.fail('planted')),
    ),
    plain(
      'hanger',
      hooks(() => new Promise(() => undefined)),
    ),
    plain(
      'babbler',
      hooks(() => [{ title: 'x', path: 'https://evil.test', id: '', done: 1 }]),
    ),
    plain('quiet', { info: infoOf('Quiet'), search: undefined }),
  ]
  await using host = await startSpecHost({ plugins: [...faulty, hello] })
  const { ada, cleo } = await host.people()
  await ada.post('/api/x/hello/greetings', { text: 'Ahoy' })
  assert.deepEqual(titles(await itemsOf(cleo, search('ahoy'))), ['Ahoy'])
  assert.deepEqual(await itemsOf(cleo, '/api/badges'), [{ path: '/hello', count: 1 }])
  const steps = new Set((await itemsOf(cleo, '/api/checklist')).map(({ plugin }) => plugin))
  assert.deepEqual([...steps].toSorted(), ['account', 'hello', 'mcp'])
  for (const name of ['thrower', 'hanger', 'babbler']) assert.equal(host.host.faultCount(name), 3, name)
})

test('§2.42 a search takes 1 to 100 characters, and is for members', async () => {
  await using host = await startSpecHost()
  const { ada, eve } = await host.people()
  for (const text of ['', '   ', 'a'.repeat(101)]) assert.equal((await ada.get(search(text))).status, 400, text)
  for (const path of [search('a'), '/api/badges', '/api/checklist']) {
    assert.equal((await eve.get(path)).status, 403, path)
    assert.equal((await host.visitor().get(path)).status, 401, path)
  }
})

test('§2.45 personal settings follow a user into every workspace, and are visible to no other user', async () => {
  await using host = await startSpecHost()
  const { ada, ben, eve } = await host.people()
  const look = {
    theme: 'dark',
    language: 'zh',
    density: 'compact',
    motion: 'reduced',
    timeZone: null,
    shortcuts: false,
  }
  for (const person of [ada, eve]) {
    assert.equal((await person.send('PUT', '/api/user/settings', { body: look })).status, 200)
  }
  await ada.post('/api/workspaces', { name: 'Second' })
  const { body } = await ada.get<{ items: readonly { id: string; name: string }[] }>('/api/workspaces')
  await ada.post('/api/auth/switch', { workspaceId: body.items.find(({ name }) => name === 'Second')?.id })
  assert.deepEqual((await ada.get('/api/user/settings')).body, look)
  assert.deepEqual((await eve.get('/api/user/settings')).body, look)
  assert.equal((await ben.get<{ theme: string }>('/api/user/settings')).body.theme, 'system')
})
