import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { definePlugin, nothing } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { listActions, listBadges, listInstanceMenus, listMenus, listPersonalMenus, searchRecords } from '../shared.ts'
import { plugin } from './index.ts'

const info = { title: 'T', description: 'D', icon: 'puzzle', category: 'Work', api: '^1' } as const

const notes = definePlugin({
  name: 'notes',
  info,
  models: [],
  menus: [
    { id: 'notes', label: 'Notes', path: '/notes', icon: 'notebook', category: 'Writing', order: 20 },
    { id: 'trash', label: 'Trash', path: '/trash', requiredRole: 'admin' },
  ],
  instanceMenus: [{ id: 'stats', label: 'Statistics', path: '/stats', order: 5 }],
  actions: [
    { id: 'new-note', label: 'New note', path: '/notes/new' },
    { id: 'empty', label: 'Empty trash', path: '/trash', requiredRole: 'owner' },
  ],
  i18n: { zh: { 'menu.notes': '笔记', 'menu.stats': '统计', 'action.new-note': '新建笔记' } },
  mount() {},
})

const links = definePlugin({
  name: 'links',
  info: { ...info, icon: 'link' },
  models: [],
  menus: [{ id: 'links', label: 'Links', path: '/links', order: 20 }],
  instanceMenus: [{ id: 'quota', label: 'Quota', path: '/quota' }],
  mount() {},
})

const open = () => createTestHost({ plugins: [plugin, notes, links] })

test('§2 the sidebar is sorted by order, then id, and an entry has these fields and no others', async () => {
  await using host = await open()
  assert.deepEqual(await host.as('admin').call(listMenus), [
    { id: 'links', label: 'Links', path: '/links', icon: 'link', category: 'Work', order: 20 },
    { id: 'notes', label: 'Notes', path: '/notes', icon: 'notebook', category: 'Writing', order: 20 },
    {
      id: 'trash',
      label: 'Trash',
      path: '/trash',
      icon: 'puzzle',
      category: 'Work',
      order: 100,
      requiredRole: 'admin',
    },
  ])
})

test('§4.43 the sidebar comes to every role alike; an action is hidden below its role', async () => {
  await using host = await open()
  assert.deepEqual(await host.as('member').call(listMenus), await host.as('owner').call(listMenus))
  assert.deepEqual(
    (await host.as('member').call(listMenus)).map(({ id, requiredRole }) => [id, requiredRole]),
    [
      ['links', undefined],
      ['notes', undefined],
      ['trash', 'admin'],
    ],
  )
  assert.deepEqual(
    (await host.as('member').call(listActions)).map(({ id }) => id),
    ['new-note'],
  )
  assert.deepEqual(
    (await host.as('owner').call(listActions)).map(({ id }) => id),
    ['empty', 'new-note'],
  )
})

test('§1 a workspace that disables a feature stops seeing its entries and actions, at once, and another one does not', async () => {
  await using host = await open()
  await host.switchFeature('notes', false)
  assert.deepEqual(
    (await host.as('admin').call(listMenus)).map(({ id }) => id),
    ['links'],
  )
  assert.deepEqual(await host.as('owner').call(listActions), [])
  assert.equal((await host.as('otherOwner').call(listMenus)).length, 3)
  await host.switchFeature('notes', true)
  assert.equal((await host.as('admin').call(listMenus)).length, 3)
})

test('labels come in the reader’s language where the plugin has it', async () => {
  await using host = await open()
  const inChinese = { headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5' } }
  const menus = (await (await host.as('member').get('/api/menus', inChinese)).json()) as { label: string }[]
  assert.deepEqual(
    menus.map(({ label }) => label),
    ['Links', '笔记', 'Trash'],
  )
  const rail = (await (await host.as('instanceAdmin').get('/api/instance/menus', inChinese)).json()) as {
    label: string
  }[]
  assert.deepEqual(
    rail.map(({ label }) => label),
    ['统计', 'Quota'],
  )
  const actions = (await (await host.as('member').get('/api/actions', inChinese)).json()) as { label: string }[]
  assert.deepEqual(
    actions.map(({ label }) => label),
    ['新建笔记'],
  )
})

test('§4 the rail is for instance admins, flat, and outside every workspace’s switch', async () => {
  await using host = await open()
  await host.switchFeature('notes', false)
  assert.deepEqual(await host.as('instanceAdmin').call(listInstanceMenus), [
    { id: 'stats', label: 'Statistics', path: '/stats', icon: 'puzzle', order: 5 },
    { id: 'quota', label: 'Quota', path: '/quota', icon: 'link', order: 100 },
  ])
  assert.equal((await host.as('owner').get('/api/instance/menus')).status, 403)
  assert.equal((await host.as('anonymous').get('/api/instance/menus')).status, 401)
  assert.equal((await host.as('anonymous').get('/api/menus')).status, 401)
})

const own = definePlugin({
  name: 'own',
  info: { ...info, core: true },
  models: [],
  menus: [
    { id: 'own', label: 'Own', path: '/settings/own', personal: true },
    { id: 'ours', label: 'Ours', path: '/ours' },
  ],
  mount() {},
})

test('the reader’s own pages are announced without a workspace, and no others', async () => {
  await using host = await createTestHost({ plugins: [plugin, notes, own] })
  const paths = async (who: 'instanceAdmin' | 'owner') =>
    (await host.as(who).call(listPersonalMenus)).map(({ path }) => path)
  assert.deepEqual([await paths('instanceAdmin'), await paths('owner')], [['/settings/own'], ['/settings/own']])
  assert.equal((await host.as('anonymous').get('/api/menus/personal')).status, 401)
  assert.deepEqual(
    (await host.as('member').call(listMenus)).map(({ path }) => path),
    ['/notes', '/ours', '/settings/own', '/trash'],
  )
})

const found = definePlugin({
  name: 'found',
  info,
  models: [],
  menus: [{ id: 'found', label: 'Found', path: '/found' }],
  search: async (_, query) => [{ title: `Found ${query}`, path: '/found' }],
  badges: async () => ({ found: 3 }),
  mount() {},
})

const notebook = definePlugin({
  name: 'notebook',
  info: { ...info, title: 'Notebook' },
  models: [],
  menus: [
    { id: 'pages', label: 'Pages', path: '/pages' },
    { id: 'paper', label: 'Paper', path: '/settings/paper', category: 'Writing' },
    { id: 'keys', label: 'Keys', path: '/keys', settings: 'developers' },
  ],
  actions: [
    { id: 'add', label: 'Add page', path: '/pages?add=1', creates: true },
    { id: 'browse', label: 'Browse pages', path: '/pages' },
  ],
  i18n: { zh: { 'info.title': '笔记本' } },
  mount() {},
})

test('entries below /settings are in the settings, as are those that name a group, with the name of their feature', async () => {
  await using host = await createTestHost({ plugins: [plugin, notebook] })
  const placesIn = async (language: string): Promise<unknown> => {
    const response = await host.as('member').get('/api/menus', { headers: { 'accept-language': language } })
    const menus = (await response.json()) as { id: string; settings?: string; feature?: string }[]
    return menus.map(({ id, settings, feature }) => [id, settings, feature])
  }
  assert.deepEqual(await placesIn('en'), [
    ['keys', 'developers', 'Notebook'],
    ['pages', undefined, undefined],
    ['paper', 'features', 'Notebook'],
  ])
  assert.deepEqual(await placesIn('zh'), [
    ['keys', 'developers', '笔记本'],
    ['pages', undefined, undefined],
    ['paper', 'features', '笔记本'],
  ])
})

test('an action that creates a record says so', async () => {
  await using host = await createTestHost({ plugins: [plugin, notebook] })
  assert.deepEqual(
    (await host.as('member').call(listActions)).map(({ id, creates }) => [id, creates]),
    [
      ['add', true],
      ['browse', undefined],
    ],
  )
})

test('the palette finds the records of plugins, by a query of 1 to 100 characters', async () => {
  await using host = await createTestHost({ plugins: [plugin, found] })
  const member = host.as('member')
  assert.deepEqual(await member.call(searchRecords, { q: ' tea ' }), {
    items: [{ plugin: 'found', title: 'Found tea', path: '/found', icon: 'puzzle' }],
  })
  assert.equal((await member.call(searchRecords, { q: '茶'.repeat(100) })).items.length, 1)
  for (const query of ['', '?q=', '?q=%20%20', `?q=${'a'.repeat(101)}`, '?q=a&more=1']) {
    assert.equal((await member.get(`/api/search${query}`)).status, 400, query)
  }
  assert.equal((await host.as('anonymous').get('/api/search?q=a')).status, 401)
})

test('the sidebar shows badges, except those of a disabled feature', async () => {
  await using host = await createTestHost({ plugins: [plugin, found] })
  assert.deepEqual(await host.as('member').call(listBadges), { items: [{ path: '/found', count: 3 }] })
  await host.switchFeature('found', false)
  assert.deepEqual(await host.as('member').call(listBadges), { items: [] })
  assert.equal((await host.as('anonymous').get('/api/badges')).status, 401)
})

const Sorting = z.strictObject({ by: z.optional(z.string().check(z.maxLength(10))) })
const shelves = definePlugin({
  name: 'shelves',
  info,
  models: [],
  i18n: { zh: { 'action.tidy': '整理书架' } },
  mount(mux) {
    const tidy = { input: Sorting, output: nothing, summary: 'Tidy the shelves' } as const
    mux.endpoint(
      defineEndpoint({ ...tidy, pattern: 'POST /api/x/shelves/tidy', action: { label: 'Tidy the shelves' } }),
      () => undefined,
    )
    mux.endpoint(
      defineEndpoint({
        ...tidy,
        pattern: 'POST /api/x/shelves/close',
        role: 'admin',
        action: { label: 'Close', icon: 'x' },
      }),
      () => undefined,
    )
    mux.endpoint(defineEndpoint({ ...tidy, pattern: 'POST /api/x/shelves/hidden' }), () => undefined)
  },
})

test('§A78 an endpoint that says so is an action of those who may call it, in their language, and gone with its feature', async () => {
  await using host = await createTestHost({ plugins: [plugin, notes, shelves] })
  const tidy = { id: 'tidy', label: 'Tidy the shelves', icon: 'puzzle', call: 'POST /api/x/shelves/tidy' }
  const newNote = { id: 'new-note', label: 'New note', icon: 'puzzle', path: '/notes/new' }
  assert.deepEqual(await host.as('member').call(listActions), [newNote, tidy])
  assert.deepEqual(
    (await host.as('admin').call(listActions)).map(({ id, call }) => [id, call]),
    [
      ['close', 'POST /api/x/shelves/close'],
      ['new-note', undefined],
      ['tidy', 'POST /api/x/shelves/tidy'],
    ],
  )
  assert.equal((await host.as('member').post('/api/x/shelves/tidy', {})).status, 204)
  const inChinese = { headers: { 'accept-language': 'zh-CN' } }
  const chinese = (await (await host.as('member').get('/api/actions', inChinese)).json()) as { label: string }[]
  assert.ok(chinese.some(({ label }) => label === '整理书架'))
  await host.switchFeature('shelves', false)
  assert.deepEqual(await host.as('member').call(listActions), [newNote])
})
