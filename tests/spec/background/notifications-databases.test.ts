/** Database work of notifications, on both databases. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, Notifications, type Notification } from '@host/plugin'
import { createTestHost, type Person } from '@host/testing'
import { plugin } from '@host/notifications/server'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { mostNotifications } from '../../../plugins/notifications/server/inbox/most-notifications.ts'
import {
  archiveNotifications,
  countUnread,
  createChannel,
  deleteNotification,
  listChannels,
  listNotifications,
  markRead,
  mostChannels,
  savePreferences,
  testChannel,
} from '../../../plugins/notifications/shared.ts'
import { Receiver } from '../lab/notification-receiver.ts'

/** Sends a notification in its own transaction, which it may roll back. */
const teller = definePlugin({
  name: 'teller',
  info: { title: 'Teller', description: 'Tells', icon: 'bell', category: 'Start', api: '^1' },
  models: [],
  notifications: [{ id: 'news', title: 'News' }],
  i18n: { en: {}, zh: { 'notification.news': '新闻' } },
  mount(mux, ctx) {
    mux.handle(
      'POST /api/x/teller/tell',
      ctx.guard(async ({ orgId, userId, db, query }) => {
        await db.transaction(async () => {
          await ctx.notify({ to: { orgId, userId }, title: 'From a transaction' })
          if (query.has('fail')) throw new Error('taken back')
        })
        return new Response(null, { status: 204 })
      }),
    )
  },
})

suite('notifications are equal on both databases', () => {
  for (const product of testDatabases) {
    test(`${product.name}: a workspace has ten channels at most, also when they are created at once`, async () => {
      await using fresh = await product.create(hostTables)
      await using host = await createTestHost({ plugins: [plugin], environment: { HOST_DATABASE_URL: fresh.url } })
      const route = '/api/notifications/workspace-channels'
      const fields = { url: 'https://hooks.example.com/T0' }
      const channel = { kind: 'slack', name: 'Team', fields, language: 'en', categories: ['notifications.channels'] }
      const people = Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? 'admin' : 'owner') as Person)
      const answers = await Promise.all(people.map((person) => host.as(person).post(route, channel)))
      const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
      assert.deepEqual(statuses, [...Array<number>(10).fill(201), ...Array<number>(4).fill(409)])
    })
  }

  for (const product of testDatabases) {
    test(`${product.name}: a user has ten channels at most, also when the first ones are created at once`, async () => {
      await using fresh = await product.create(hostTables)
      await using host = await createTestHost({ plugins: [plugin], environment: { HOST_DATABASE_URL: fresh.url } })
      const channel = { kind: 'slack', name: 'Mine', fields: { url: 'https://hooks.example.com/T0' } }
      const member = host.as('member')
      // Opens the connections, so that none is waited for.
      await Promise.all(Array.from({ length: 30 }, () => member.call(listChannels)))
      const answers = await Promise.all(
        Array.from({ length: mostChannels + 20 }, () => member.post('/api/notifications/channels', channel)),
      )
      const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
      assert.deepEqual(statuses, [...Array<number>(mostChannels).fill(201), ...Array<number>(20).fill(409)])
      assert.equal((await member.call(listChannels)).items.length, mostChannels)
    })
  }

  test('§P30 a channel is switched off only together with the notification about it', async () => {
    await using receiver = new Receiver()
    const url = await receiver.listen()
    await using fresh = (await testDatabases[0]?.create(hostTables)) ?? assert.fail()
    await using host = await createTestHost({
      plugins: [plugin, teller],
      environment: { HOST_DATABASE_URL: fresh.url, HOST_SAFEHTTP_ALLOW: '127.0.0.0/8' },
    })
    await using database = await opened(fresh)
    const member = host.as('member')
    const { id } = await member.call(createChannel, { kind: 'slack', name: 'Mine', fields: { url: `${url}/mine` } })
    await member.call(testChannel, { id })
    const choices = [{ category: 'teller.news', inbox: false, channels: [id] }]
    const digest = { every: 'never', hour: 8, weekday: 1 } as const
    await member.call(savePreferences, { timeZone: 'UTC', quietHours: null, digest, choices })
    receiver.answer = { status: 404, body: 'gone' }
    await database.run(`create trigger refuse before insert on host_jobs
      when new.plugin = 'notifications' and new.kind = 'tell' and new.input like '%switched off%'
      begin select raise(abort, 'refused'); end`)
    assert.equal((await member.post('/api/x/teller/tell')).status, 204)
    await host.settleJobs()
    assert.equal((await member.call(listChannels)).items[0]?.state, 'working', 'neither happened')
    await database.run('drop trigger refuse')
    host.clock.advance({ hours: 1 })
    await host.settleJobs()
    assert.equal((await member.call(listChannels)).items[0]?.state, 'off')
    const { items } = await member.call(listNotifications)
    assert.deepEqual(
      items.map(({ title }) => title),
      ['The channel “Mine” was switched off'],
    )
  })

  for (const product of testDatabases) {
    test(`${product.name}: delivered by role, once per key, as part of a transaction, and swept in time`, async () => {
      await using fresh = await product.create(hostTables)
      await using host = await createTestHost({
        plugins: [plugin, teller],
        environment: { HOST_DATABASE_URL: fresh.url },
      })
      const member = host.as('member')
      const tell = async (notification: Partial<Notification> = {}): Promise<void> => {
        const to = { orgId: host.workspaces.here, role: 'member' } as const
        await host.service(Notifications).notify('teller', { to, title: { en: 'Hello', zh: '你好' }, ...notification })
      }
      await Promise.all([tell({ key: 'same' }), tell({ key: 'same' }), tell({ to: { instanceAdmins: true } })])
      await host.settleJobs()
      assert.deepEqual(await member.call(countUnread), { count: 1, isMore: false })
      assert.equal((await host.as('instanceAdmin').call(listNotifications)).items[0]?.workspace, null)
      assert.equal((await member.post('/api/x/teller/tell')).status, 204)
      assert.equal((await member.post('/api/x/teller/tell?fail')).status, 500)
      await host.settleJobs()
      const { items } = await member.call(listNotifications)
      assert.deepEqual(
        items.map(({ title }) => title),
        ['From a transaction', 'Hello'],
      )
      await Promise.all([member.call(markRead, { all: true }), tell()])
      await host.settleJobs()
      assert.deepEqual((await member.call(listNotifications, { state: 'unread' })).items.length, 1)
      await member.call(archiveNotifications, { ids: [items[0]?.id ?? ''] })
      await member.call(deleteNotification, { id: items[1]?.id ?? '' })
      assert.equal((await member.call(listNotifications)).items.length, 1)
      await member.call(savePreferences, {
        timeZone: 'Asia/Shanghai',
        quietHours: { from: '22:00', to: '07:00' },
        digest: { every: 'day', hour: 8, weekday: 1 },
        choices: [{ category: 'teller.news', inbox: true, channels: ['mail'] }],
      })
      await tell()
      await host.settleJobs()
      await using stored = await rowsOf(fresh, host.userIds.member)
      await stored.fill(mostNotifications + 2)
      const [newest] = (await member.call(listNotifications, { limit: 1 })).items
      host.clock.advance({ days: 1 })
      await host.settleJobs()
      assert.equal(await stored.count(), mostNotifications, '§P31 the oldest go, beyond what one person may have')
      assert.equal((await member.call(listNotifications, { limit: 1 })).items[0]?.id, newest?.id)
      host.clock.advance({ days: 400 })
      await host.settleJobs()
      await member.signIn()
      assert.deepEqual((await member.call(listNotifications)).items, [])
      assert.equal(await stored.count(), 0)
    })
  }
})

/** The database of a host beside it. */
async function opened(fresh: TestDatabase) {
  const database = await fresh.open({ isExclusive: false })
  return {
    run: async (sql: string) => (await database.run({ sql, parameters: [], writes: !sql.startsWith('select') })).rows,
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/** The stored notifications of a user. */
async function rowsOf(fresh: TestDatabase, userId: string) {
  const { run, ...database } = await opened(fresh)
  return {
    count: async (): Promise<number> =>
      Number(
        (await run(`select count(*) as many from notifications_notices where user_id = '${userId}'`))[0]?.['many'],
      ),
    /** Adds so many that are older than those that are there. */
    fill: async (many: number): Promise<void> => {
      const copied = 'user_id, org_id, category, is_urgent, title, in_inbox, waits_for_digest, created_at'
      await run(`insert into notifications_notices (id, told_by, ${copied})
        select 'ntc_0' || (10000 + number), 'job_' || number, ${copied} from
          (select * from notifications_notices where user_id = '${userId}' order by id desc limit 1) as one,
          (with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${many})
            select number from numbers) as numbers`)
    },
    [Symbol.asyncDispose]: database[Symbol.asyncDispose],
  }
}
