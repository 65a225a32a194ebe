import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { createUser, listAllWorkspaces, listPlugins, listUsers, readBuild } from '../shared.ts'
import { plugin } from './index.ts'

const open = () => createTestHost({ plugins: [plugin] })
const code =
  (expected: string) =>
  (error: unknown): boolean =>
    (error as { code?: unknown }).code === expected
const grace = { email: 'Grace@Host.Test', name: 'Grace', password: 'an orchard in the rain' }

test('§5.4 the console is for instance admins, whatever the role in a workspace', async () => {
  await using host = await open()
  for (const path of ['plugins', 'build', 'workspaces', 'users']) {
    assert.equal((await host.as('anonymous').get(`/api/instance/${path}`)).status, 401, path)
    for (const person of ['owner', 'admin', 'member'] as const) {
      assert.equal((await host.as(person).get(`/api/instance/${path}`)).status, 403, path)
    }
    assert.equal((await host.as('instanceAdmin').get(`/api/instance/${path}`)).status, 200, path)
  }
  await assert.rejects(host.as('owner').call(createUser, grace), code('forbidden'))
})

test('the plugins of the build are listed with what they bring', async () => {
  await using host = await open()
  const { items } = await host.as('instanceAdmin').call(listPlugins)
  const [entry] = items
  assert.deepEqual([items.length, entry?.name, entry?.core, entry?.health], [1, 'instance', true, 'ok'])
  assert.deepEqual(entry?.instanceMenuPaths, ['/', '/workspaces', '/users', '/plugins', '/idempotency'])
  assert.ok(
    entry?.routes.some(({ pattern, audience }) => pattern === 'GET /api/instance/plugins' && audience === 'instance'),
  )
  const chinese = await host.as('instanceAdmin').get('/api/instance/plugins', { headers: { 'accept-language': 'zh' } })
  assert.equal(((await chinese.json()) as { items: { title: string }[] }).items[0]?.title, '实例')
})

test('the build says what runs', async () => {
  await using host = await open()
  const build = await host.as('instanceAdmin').call(readBuild)
  assert.deepEqual([build.node, build.database], [process.version, 'sqlite'])
})

test('every workspace and every account is listed, by page, without a hash', async () => {
  await using host = await open()
  const { items } = await host.as('instanceAdmin').call(listAllWorkspaces)
  assert.deepEqual(
    items.map(({ name, members }) => [name, members]),
    [
      ['There', 1],
      ['Here', 3],
      ['Home', 1],
    ],
  )
  const first = await host.as('instanceAdmin').call(listUsers, { limit: 2 })
  assert.equal(first.items.length, 2)
  const rest = await host.as('instanceAdmin').call(listUsers, { cursor: first.nextCursor ?? '' })
  assert.equal(rest.items.length, 3)
  assert.equal(rest.items.at(-1)?.isInstanceAdmin, true)
  assert.equal(JSON.stringify([first, rest]).includes('argon2'), false)
  for (const limit of ['0', '201', 'x', '1.5']) {
    assert.equal((await host.as('instanceAdmin').get(`/api/instance/users?limit=${limit}`)).status, 400, limit)
  }
})

test('an account is made once, with a password that is worth something, and can then be signed in to', async () => {
  await using host = await open()
  const made = await host.as('instanceAdmin').call(createUser, grace)
  assert.deepEqual([made.email, made.isInstanceAdmin], ['grace@host.test', false])
  await assert.rejects(host.as('instanceAdmin').call(createUser, grace), code('conflict'))
  const weak = await host
    .as('instanceAdmin')
    .post(
      '/api/instance/users',
      { ...grace, email: 'x@host.test', password: 'password123' },
      { headers: { 'accept-language': 'zh' } },
    )
  const { errors } = (await weak.json()) as { errors: { path: string; message: string }[] }
  assert.deepEqual([weak.status, errors.map(({ path }) => path)], [400, ['password']])
  assert.match(errors[0]?.message ?? '', /密码/)
})
