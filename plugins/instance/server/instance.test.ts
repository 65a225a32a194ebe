import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { definePlugin, Idempotency, json, stream } from '@host/plugin'
import {
  countIdempotencyKeys,
  createUser,
  listAllWorkspaces,
  listIdempotencyKeys,
  listPlugins,
  listUsers,
  readBuild,
  readGrowth,
  readTelemetry,
} from '../shared.ts'
import { plugin } from './index.ts'

const open = () => createTestHost({ plugins: [plugin] })
const grace = { email: 'Grace@Host.Test', name: 'Grace', password: 'an orchard in the rain' }

test('§5.4 §I33 the console is for instance admins, for any role in a workspace', async () => {
  await using host = await open()
  const paths = [
    'plugins',
    'build',
    'growth',
    'workspaces',
    'users',
    'idempotency-keys',
    'idempotency-keys/counts',
    'telemetry',
  ]
  for (const path of paths) {
    assert.equal((await host.as('anonymous').get(`/api/instance/${path}`)).status, 401, path)
    for (const person of ['owner', 'admin', 'member'] as const) {
      assert.equal((await host.as(person).get(`/api/instance/${path}`)).status, 403, path)
    }
    assert.equal((await host.as('instanceAdmin').get(`/api/instance/${path}`)).status, 200, path)
  }
  await assert.rejects(host.as('owner').call(createUser, grace), { code: 'forbidden' })
})

test('§P35 the plugins of the build are listed with their contributions; a failed start degrades its plugin alone', async () => {
  const unstarted = definePlugin({
    name: 'unstarted',
    info: {
      title: 'Unstarted',
      description: 'Does not start',
      icon: 'box',
      category: 'Work',
      requires: ['instance'],
      api: '^1',
    },
    models: [],
    permissions: [{ name: 'things.write', title: 'Write things', role: 'member' }],
    notifications: [{ id: 'shared', title: 'Something was shared' }],
    i18n: {
      en: {},
      zh: { 'info.title': '无法启动', 'permission.things.write': '写入', 'notification.shared': '已共享' },
    },
    mount: (mux, ctx) =>
      mux.handle(
        'GET /api/x/unstarted/ping',
        ctx.guard(() => json('pong')),
      ),
    start: () => Promise.reject(new Error('no room')),
  })
  await using host = await createTestHost({ plugins: [plugin, unstarted] })
  const admin = host.as('instanceAdmin')
  const { items } = await admin.call(listPlugins)
  const [entry, broken] = items
  assert.deepEqual([items.length, entry?.name, entry?.core, entry?.health], [2, 'instance', true, 'ok'])
  assert.deepEqual(entry?.requiredBy, ['unstarted'])
  assert.ok(
    ['/', '/workspaces', '/users', '/sign-in', '/plugins'].every((path) => entry?.instanceMenuPaths.includes(path)),
  )
  assert.ok(
    entry?.routes.some(({ pattern, audience }) => pattern === 'GET /api/instance/plugins' && audience === 'instance'),
  )
  assert.deepEqual(
    [broken?.health, broken?.healthCause, broken?.healthSince, broken?.pausedUntil],
    ['degraded', 'start', new Date(host.clock.now()).toISOString(), null],
  )
  assert.equal((await host.as('member').get('/api/x/unstarted/ping')).status, 200, 'what needs no start serves')
  const chinese = await admin.get('/api/instance/plugins', { headers: { 'accept-language': 'zh' } })
  const { items: inChinese } = (await chinese.json()) as { items: typeof items }
  assert.deepEqual(
    inChinese.map(({ title }) => title),
    ['实例', '无法启动'],
  )
  assert.deepEqual([inChinese[1]?.permissions[0]?.title, inChinese[1]?.notices], ['写入', ['已共享']])
})

test('the build describes itself', async () => {
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

test('the instance counts its workspaces and accounts, and those that came lately', async () => {
  await using host = await open()
  const { workspaces, users } = await host.as('instanceAdmin').call(readGrowth)
  const people = await host.as('instanceAdmin').call(listUsers, { limit: 200 })
  const places = await host.as('instanceAdmin').call(listAllWorkspaces, { limit: 200 })
  assert.deepEqual(users, { total: people.items.length, lately: people.items.length })
  assert.deepEqual(workspaces, { total: places.items.length, lately: places.items.length })
  await host.as('instanceAdmin').call(createUser, grace)
  assert.equal((await host.as('instanceAdmin').call(readGrowth)).users.total, people.items.length + 1)
})

test('an account is made once, with a password that is worth something, and can then be signed in to', async () => {
  await using host = await open()
  const made = await host.as('instanceAdmin').call(createUser, grace)
  assert.deepEqual([made.email, made.isInstanceAdmin], ['grace@host.test', false])
  await assert.rejects(host.as('instanceAdmin').call(createUser, grace), { code: 'conflict' })
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

/** A plugin with a route whose responses are stored for repeats, one whose responses are not, and one that waits. */
function shop(isOpen: Promise<void>) {
  return definePlugin({
    name: 'shop',
    info: { title: 'Shop', description: 'Sells', icon: 'box', category: 'Work', api: '^1' },
    models: [],
    i18n: { en: {}, zh: { 'info.title': '商店' } },
    mount(mux, ctx) {
      const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
      mux.handle(
        'POST /api/x/shop/orders/{order}/payments',
        idempotent(ctx.guard<{ order: string }>(() => json('secret receipt'))),
      )
      mux.handle(
        'POST /api/x/shop/exports',
        idempotent(ctx.guard(() => stream(new ReadableStream({ start: (body) => body.close() })))),
      )
      mux.handle('POST /api/x/shop/waits', idempotent(ctx.guard(async () => (await isOpen, json('open')))))
    },
  })
}

test('live idempotency keys are listed and counted by plugin and state, and nothing of them can be read', async () => {
  const opening = Promise.withResolvers<void>()
  await using host = await createTestHost({ plugins: [plugin, shop(opening.promise)] })
  const admin = host.as('instanceAdmin')
  const pay = (person: 'member' | 'otherOwner', path: string, key: string) =>
    host.as(person).post(`/api/x/shop/${path}`, { card: '4111' }, { headers: { 'idempotency-key': key } })
  await pay('member', 'orders/42/payments', 'payment-key-1')
  host.clock.advance({ minutes: 1 })
  await pay('otherOwner', 'orders/43/payments', 'payment-key-2')
  await (await pay('member', 'exports', 'export-key')).text()
  const waiting = pay('member', 'waits', 'waiting-key')
  const list = (input = {}) => admin.call(listIdempotencyKeys, input)
  while ((await list({ state: 'in_flight' })).items.length === 0) await new Promise(setImmediate)

  const { items } = await list()
  const seen = items.map(({ plugin: { title }, endpoint, workspace, state }) => [
    title,
    endpoint,
    workspace?.name,
    state,
  ])
  assert.deepEqual(seen.toReversed(), [
    ['Shop', 'POST /api/x/shop/orders/{order}/payments', 'Here', 'stored'],
    ['Shop', 'POST /api/x/shop/orders/{order}/payments', 'There', 'stored'],
    ['Shop', 'POST /api/x/shop/exports', 'Here', 'stored_without_body'],
    ['Shop', 'POST /api/x/shop/waits', 'Here', 'in_flight'],
  ])
  const { items: counts } = await admin.call(countIdempotencyKeys)
  assert.deepEqual(
    counts.map(({ plugin: { name }, state, count }) => [name, state, count]),
    [
      ['shop', 'in_flight', 1],
      ['shop', 'stored', 2],
      ['shop', 'stored_without_body', 1],
    ],
  )
  const stored = counts.find(({ state }) => state === 'stored')
  assert.equal(stored?.oldestAt, items.at(-1)?.createdAt)
  for (const { state, createdAt, expiresAt } of items) {
    const lives = expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt)
    assert.equal(lives, state === 'in_flight' ? null : 86_400_000)
  }
  assert.doesNotMatch(JSON.stringify([items, counts]), /-key|"card"|orders\/4|secret|receipt/)

  const chinese = await admin.get('/api/instance/idempotency-keys', { headers: { 'accept-language': 'zh' } })
  assert.match(await chinese.text(), /"title":"商店"/)
  opening.resolve()
  await waiting
  host.clock.advance({ hours: 24 })
  assert.deepEqual([(await list()).items, (await admin.call(countIdempotencyKeys)).items], [[], []])
})

test('live idempotency keys are filtered and paged', async () => {
  await using host = await createTestHost({ plugins: [plugin, shop(Promise.resolve())] })
  for (const key of ['a', 'b', 'c']) {
    await host.as('member').post('/api/x/shop/waits', {}, { headers: { 'idempotency-key': key } })
  }
  const list = (input = {}) => host.as('instanceAdmin').call(listIdempotencyKeys, input)
  const first = await list({ limit: 2 })
  const rest = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  const all = await list({ plugin: 'shop', state: 'stored' })
  assert.deepEqual([first.items.length, rest.items.length, rest.nextCursor], [2, 1, null])
  assert.deepEqual([...first.items, ...rest.items], all.items)
  for (const input of [
    { plugin: 'instance' },
    { state: 'in_flight' },
    { plugin: 'shop', state: 'stored_without_body' },
  ]) {
    assert.deepEqual((await list(input)).items, [])
  }
  for (const query of ['state=lost', 'plugin=', 'limit=201', `plugin=${'x'.repeat(65)}`]) {
    assert.equal((await host.as('instanceAdmin').get(`/api/instance/idempotency-keys?${query}`)).status, 400, query)
  }
})

test('usage is reported with names, in steps that add up, and follows the clock of the host', async () => {
  const kiosk = definePlugin({
    name: 'kiosk',
    info: { title: 'Kiosk', description: 'Sells', icon: 'box', category: 'Work', api: '^1' },
    models: [],
    mount: (mux, ctx) =>
      mux.handle(
        'GET /api/x/kiosk/ping',
        ctx.guard(() => json('pong')),
      ),
  })
  await using host = await createTestHost({ plugins: [plugin, kiosk] })
  const read = (range: '24h' | '7d' | '30d') => host.as('instanceAdmin').call(readTelemetry, { range, plugin: 'kiosk' })
  for (let call = 0; call < 3; call += 1) await host.as('member').get('/api/x/kiosk/ping')
  await host.as('anonymous').get('/api/x/kiosk/ping')
  await read('24h')
  host.clock.advance({ days: 3 })
  await host.as('otherOwner').get('/api/x/kiosk/ping')
  const day = await read('24h')
  assert.deepEqual([day.total.calls, day.course.length, day.course.at(-1)?.calls], [1, 24, 1])
  const month = await read('30d')
  assert.equal(month.total.calls, 5)
  assert.deepEqual(
    month.course.flatMap(({ calls }) => (calls === 0 ? [] : [calls])),
    [4, 1],
  )
  const callsOf = new Map(month.workspaces.map(({ workspace, kind, calls }) => [workspace?.name ?? kind, calls]))
  assert.deepEqual(Object.fromEntries(callsOf), { Here: 3, There: 1, none: 1 })
  assert.equal(month.plugins.find((used) => used.plugin.name === 'kiosk')?.plugin.title, 'Kiosk')
})
