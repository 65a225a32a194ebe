import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { definePlugin, Notifications, type Notification } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { createTestHost, type Person, type TestHost } from '@host/testing'
import {
  archiveNotifications,
  countUnread,
  deleteNotification,
  listNotifications,
  markRead,
  readNotification,
  readPreferences,
  savePreferences,
  type SavedPreferences,
} from '../shared.ts'
import { plugin } from './index.ts'

/** The plugin with a route that counts as the sidebar does. */
const counted: typeof plugin = {
  ...plugin,
  async mount(mux, ctx) {
    await plugin.mount(mux, ctx)
    mux.handle(
      'GET /api/x/notifications/badges',
      ctx.guard(async (scope) => Response.json(await plugin.badges?.(scope, ctx))),
    )
  },
}

/** A plugin that sends notifications. */
const teller = definePlugin({
  name: 'teller',
  info: { title: 'Teller', description: 'Tells', icon: 'bell', category: 'Start', api: '^1' },
  models: [],
  notifications: [
    { id: 'news', title: 'News' },
    { id: 'alarm', title: 'Alarms', isUrgent: true },
  ],
  i18n: { en: {}, zh: { 'notification.news': '新闻', 'notification.alarm': '警报' } },
  mount(mux, ctx) {
    const done = ctx.guard(() => new Response(null, { status: 204 }))
    mux.handle('POST /api/x/teller/requests/{id}/approve', done)
    mux.handle('POST /api/x/teller/requests/{id}/refuse', done)
    mux.handle('GET /api/x/teller/requests/{id}/subject', done)
    mux.handle('GET /api/x/teller/list', done)
    mux.handle('POST /api/x/teller/any/{rest...}', done)
  },
})

const everybody = ['owner', 'admin', 'member', 'otherOwner', 'instanceAdmin'] as const
const both = (text: string) => ({ en: text, zh: `${text} 中文` })

let host: TestHost
let told = 0

const tell = async (notification: Partial<Notification> = {}, from = 'teller'): Promise<string> => {
  const title = `Notice ${(told += 1)}`
  const to = { orgId: host.workspaces.here, userId: host.userIds.member }
  await host.service(Notifications).notify(from, { to, title: both(title), ...notification })
  await host.settleJobs()
  return title
}
const titles = async (person: Person, input: object = {}): Promise<readonly string[]> =>
  (await host.as(person).call(listNotifications, input)).items.map(({ title }) => title)

const path = '/api/x/teller/requests/req_1/approve'
const asking = (key: string, more: Partial<Notification> = {}): Partial<Notification> => ({
  to: { orgId: host.workspaces.here, role: 'admin' },
  key,
  actions: [
    { label: both('Approve'), path, kind: 'primary' },
    { label: 'Refuse', path: '/api/x/teller/requests/req_1/refuse' },
  ],
  ...more,
})
const settle = async (key: string, outcome: string, orgId = host.workspaces.here): Promise<void> => {
  await host.service(Notifications).notify('teller', { orgId, key, outcome: both(outcome) })
  await host.settleJobs()
}
const latest = async (person: Person) => (await host.as(person).call(listNotifications)).items[0]

suite('notifications reach the right users', () => {
  before(async () => {
    host = await createTestHost({ plugins: [counted, teller] })
  })
  after(() => host.close())

  /** Each test begins with empty inboxes. */
  beforeEach(async () => {
    for (const person of everybody) {
      for (const { id } of (await host.as(person).call(listNotifications, { limit: 200 })).items) {
        await host.as(person).call(deleteNotification, { id })
      }
    }
  })

  testTheInbox()
  testQuestions()
  testCategoriesAndRetention()
})

function testTheInbox(): void {
  test('§P28 a notification is to a user, to the holders of a role and those above it, or to instance admins', async () => {
    const { here } = host.workspaces
    const [toMember, toAdmins] = [await tell(), await tell({ to: { orgId: here, role: 'admin' } })]
    const toAll = await tell({ to: { orgId: here, role: 'member' } })
    const toOwners = await tell({ to: { orgId: here, role: 'owner' } })
    const toInstance = await tell({ to: { instanceAdmins: true } })
    assert.deepEqual(await titles('member'), [toAll, toMember])
    assert.deepEqual(await titles('admin'), [toAll, toAdmins])
    assert.deepEqual(await titles('owner'), [toOwners, toAll, toAdmins])
    assert.deepEqual(await titles('instanceAdmin'), [toInstance])
    assert.deepEqual(await titles('otherOwner'), [])
  })

  test('§P28 a user who is not a member of the workspace gets none of its notifications', async () => {
    await tell({ to: { orgId: host.workspaces.here, userId: host.userIds.otherOwner } })
    assert.deepEqual(await titles('otherOwner'), [])
  })

  test('a notification is read in the language of its reader, with its workspace, kind and page', async () => {
    const title = await tell({ body: both('Body'), path: '/notes/nte_1', category: 'alarm' })
    const answer = await host.as('member').get('/api/notifications', { headers: { 'accept-language': 'zh' } })
    const { items } = (await answer.json()) as { items: readonly Record<string, unknown>[] }
    assert.equal(items[0]?.['title'], `${title} 中文`)
    assert.equal(items[0]?.['body'], 'Body 中文')
    const [notification] = (await host.as('member').call(listNotifications)).items
    assert.deepEqual(
      [
        notification?.title,
        notification?.path,
        notification?.workspace?.name,
        notification?.category,
        notification?.isUrgent,
        notification?.isRead,
      ],
      [title, '/notes/nte_1', 'Here', { key: 'teller.alarm', title: 'Alarms' }, true, false],
    )
  })

  test('§P28 a repeat of an unread notification is dropped, and is delivered once it was read', async () => {
    const first = await tell({ key: 'disk' })
    await tell({ key: 'disk' })
    assert.deepEqual(await titles('member'), [first])
    await host.as('member').call(markRead, { all: true })
    const again = await tell({ key: 'disk' })
    assert.deepEqual(await titles('member'), [again, first])
  })

  test('notifications are read, unread, archived and counted', async () => {
    const [one, two] = [await tell(), await tell()]
    const member = host.as('member')
    assert.deepEqual(await member.call(countUnread), { count: 2, isMore: false })
    const [newest, oldest] = (await member.call(listNotifications)).items
    const ids = [newest?.id ?? '']
    assert.deepEqual(await member.call(markRead, { ids }), { count: 1, isMore: false })
    assert.deepEqual(await titles('member', { state: 'unread' }), [one])
    assert.deepEqual(await member.call(markRead, { ids, isRead: false }), { count: 2, isMore: false })
    assert.deepEqual(await member.call(archiveNotifications, { ids }), { count: 1, isMore: false })
    assert.deepEqual([await titles('member'), await titles('member', { state: 'archived' })], [[one], [two]])
    await member.call(archiveNotifications, { ids, isArchived: false })
    assert.deepEqual(await titles('member'), [two, one])
    await member.call(deleteNotification, { id: oldest?.id ?? '' })
    assert.deepEqual(await titles('member'), [two])
  })

  test('the badge of the inbox counts what its reader has not read', async () => {
    const badges = async (who: Person) => (await host.as(who).get('/api/x/notifications/badges')).json()
    await tell()
    await tell()
    assert.deepEqual([await badges('member'), await badges('owner')], [{ notifications: 2 }, { notifications: 0 }])
    await host.as('member').call(markRead, { all: true })
    assert.deepEqual(await badges('member'), { notifications: 0 })
  })

  test('a notification that arrives while all are marked as read stays unread', async () => {
    const seen = await tell()
    const [newest] = (await host.as('member').call(listNotifications)).items
    const late = await tell()
    await host.as('member').call(markRead, { all: true, upTo: newest?.id })
    assert.deepEqual(await titles('member', { state: 'unread' }), [late])
    assert.deepEqual(await titles('member'), [late, seen])
  })

  test('the list is in pages, newest first, and narrowed down by kind', async () => {
    const all = [await tell(), await tell({ category: 'alarm' }), await tell()]
    const first = await host.as('member').call(listNotifications, { limit: 2 })
    assert.deepEqual(
      first.items.map(({ title }) => title),
      [all[2], all[1]],
    )
    assert.deepEqual(await titles('member', { limit: 2, cursor: first.nextCursor ?? '' }), [all[0]])
    assert.deepEqual(await titles('member', { category: 'teller.alarm' }), [all[1]])
  })

  test('§P31 the notifications of others are 404, and a change of them changes nothing', async () => {
    await tell()
    const [notification] = (await host.as('member').call(listNotifications)).items
    const id = notification?.id ?? ''
    const owner = host.as('owner')
    assert.equal((await owner.get(`/api/notifications/${id}`)).status, 404)
    assert.equal((await owner.send('DELETE', `/api/notifications/${id}`)).status, 404)
    await owner.call(markRead, { ids: [id] })
    await owner.call(archiveNotifications, { ids: [id] })
    assert.equal((await host.as('member').call(readNotification, { id })).isRead, false)
    assert.equal((await host.as('anonymous').get('/api/notifications')).status, 401)
  })

  test('a notification that is none is refused where it is written', async () => {
    const to = { orgId: host.workspaces.here, userId: host.userIds.member }
    const wrong: readonly Partial<Notification>[] = [
      { title: '' },
      { title: 'a'.repeat(201) },
      { body: 'a'.repeat(2_001) },
      { path: 'https://evil.example/' },
      { path: '//evil.example/' },
      { path: '/a\\b' },
      { category: 'weather' },
      { key: '' },
      { to: { orgId: '', role: 'member' } },
    ]
    for (const part of wrong) {
      await assert.rejects(host.service(Notifications).notify('teller', { to, title: 'Fine', ...part }), TypeError)
    }
  })
}

function testQuestions(): void {
  test('§A46 a notification that asks has its buttons until it was decided, and the outcome then, for all who were asked', async () => {
    await tell(asking('one'))
    assert.deepEqual((await latest('owner'))?.actions, [
      { label: 'Approve', path, kind: 'primary', opensPage: false },
      { label: 'Refuse', path: '/api/x/teller/requests/req_1/refuse', kind: 'plain', opensPage: false },
    ])
    await settle('one', 'Approved by Grace', host.workspaces.there)
    assert.equal((await latest('owner'))?.actions.length, 2)
    await settle('one', 'Approved by Grace')
    await settle('one', 'Refused by Ada')
    for (const person of ['owner', 'admin'] as const) {
      const notification = await latest(person)
      assert.deepEqual(
        [notification?.actions, notification?.outcome, notification?.isRead],
        [[], 'Approved by Grace', true],
      )
    }
    const chinese = await host.as('owner').get('/api/notifications', { headers: { 'accept-language': 'zh' } })
    assert.match(await chinese.text(), /Approved by Grace 中文/)
  })

  test('§A46 a notification that asks names the route of its subject until it was decided, and a button that opens its page', async () => {
    const subject = '/api/x/teller/requests/req_1/subject'
    await tell({ ...asking('two'), path: '/requests', subject, actions: [{ label: 'Approve', path, opensPage: true }] })
    const open = await latest('owner')
    assert.deepEqual([open?.subject, open?.actions[0]?.opensPage], [subject, true])
    await settle('two', 'Approved')
    assert.equal((await latest('owner'))?.subject, null)
  })

  test('§A46 a question decided before delivery is not asked', async () => {
    await settle('early', 'Approved')
    await tell(asking('early'))
    assert.deepEqual(await titles('owner'), [])
  })

  test('§A46 a button posts to a route of the plugin that notifies, and to nothing else', async () => {
    const wrong: readonly string[] = [
      '/api/notifications/read',
      '/api/x/teller/requests/req_1',
      '/api/x/teller/requests/req_1/approve/',
      '/api/x/teller/requests/../../../notifications/read',
      '/api/x/teller/requests/%2e%2e/approve',
      '/api/x/teller/requests//approve',
      '/api/x/teller/requests/a b/approve',
      '/api/x/teller/requests/req_1/approve?all=true',
      'https://evil.example/api/x/teller/requests/req_1/approve',
      '//evil.example/api/x/teller/requests/req_1/approve',
      '/api/x/teller/list',
      '/api/x/teller/any/thing',
      '/admin/members',
      '',
    ]
    const attempt = (more: object) =>
      host.service(Notifications).notify('teller', { title: 'Fine', ...asking('x'), ...more } as Notification)
    for (const each of wrong) await assert.rejects(attempt({ actions: [{ label: 'Do', path: each }] }), TypeError, each)
    for (const more of [
      { key: undefined },
      { to: { instanceAdmins: true } },
      { actions: Array.from({ length: 4 }, () => ({ label: 'Do', path })) },
      { actions: [{ label: 'a'.repeat(41), path }] },
      { actions: [{ label: 'Do', path, kind: 'link' }] },
      { actions: [{ label: 'Do', path, opensPage: true }], path: undefined },
      { subject: path },
      { subject: '/api/x/teller/requests/../list' },
      { subject: '/api/notifications' },
      { subject: 'https://evil.example/api/x/teller/list' },
      { subject: `/api/x/teller/requests/${'a'.repeat(500)}/subject` },
    ]) {
      await assert.rejects(attempt(more), TypeError, JSON.stringify(more))
    }
    await assert.rejects(
      host.service(Notifications).notify('bell', { title: 'Fine', ...asking('x') } as Notification),
      TypeError,
    )
    await assert.rejects(settle('', 'x'), TypeError)
    await assert.rejects(settle('x', 'a'.repeat(201)), TypeError)
    await attempt({})
  })
}

function testCategoriesAndRetention(): void {
  test('a disabled feature sends no notifications', async () => {
    await host.switchFeature('teller', false)
    await tell()
    await host.switchFeature('teller', true)
    assert.deepEqual(await titles('member'), [])
  })

  test('§P29 a category without inbox stays out of it, and an urgent one does not', async () => {
    const member = host.as('member')
    const { categories } = await member.call(readPreferences)
    const news = categories.find(({ key }) => key === 'teller.news')
    assert.deepEqual([news?.title, news?.inbox, news?.channels], ['News', true, []])
    const input: SavedPreferences = {
      timeZone: 'Europe/Berlin',
      quietHours: { from: '22:00', to: '07:00' },
      digest: { every: 'week', hour: 9, weekday: 5 },
      choices: [{ category: 'teller.news', inbox: false, channels: [] }],
    }
    const saved = await member.call(savePreferences, input)
    assert.deepEqual([saved.timeZone, saved.quietHours, saved.digest], [input.timeZone, input.quietHours, input.digest])
    await tell()
    const alarm = await tell({ category: 'alarm' })
    assert.deepEqual(await titles('member'), [alarm])
    const refused = await member.send('PUT', '/api/notifications/preferences', {
      body: { ...input, choices: [{ category: 'teller.alarm', inbox: false, channels: ['nch_of_somebody'] }] },
    })
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /choices\.0\.inbox/)
    await member.call(savePreferences, { ...input, quietHours: null, choices: [] })
  })

  test('§P31 notifications go after 90 days once read, and after a year', async () => {
    const read = await tell()
    await host.as('member').call(markRead, { all: true })
    const unread = await tell()
    host.clock.advance({ days: 91 })
    await host.settleJobs()
    await host.as('member').signIn()
    assert.deepEqual(await titles('member'), [unread])
    assert.ok(read)
    host.clock.advance({ days: 280 })
    await host.settleJobs()
    for (const person of everybody) await host.as(person).signIn()
    assert.deepEqual(await titles('member'), [])
  })

  test('§P31 a member who leaves a workspace keeps none of its notifications', async () => {
    await tell({ to: { orgId: host.workspaces.here, role: 'admin' } })
    assert.equal((await titles('admin')).length, 1)
    const admin = host.userIds.admin
    await host
      .service(Workspaces)
      .removeMember({ orgId: host.workspaces.here, actorId: host.userIds.owner, userId: admin })
    await host
      .service(Workspaces)
      .addMember(
        { orgId: host.workspaces.here, actorId: host.userIds.owner },
        { email: 'admin@host.test', role: 'admin' },
      )
    await host.as('admin').signIn()
    assert.deepEqual(await titles('admin'), [])
  })
}
