/** Channels of a workspace, through a real HTTP server of this machine; see `notifications.test.ts`. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { Notifications, type Notification } from '@host/plugin'
import { settingsMask, Workspaces } from '@host/plugin/platform'
import { createTestHost, type Person, type TestHost } from '@host/testing'
import { notificationsPlugin } from '@host/notifications/server'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as audit } from '../../../plugins/audit/server/index.ts'
import { listEntries } from '../../../plugins/audit/shared.ts'
import {
  changeWorkspaceChannel,
  createWorkspaceChannel,
  deleteWorkspaceChannel,
  listNotifications,
  listWorkspaceChannels,
  testWorkspaceChannel,
} from '../../../plugins/notifications/shared.ts'
import { plugin as webhooks } from '../../../plugins/webhooks/server/index.ts'
import { signatureHeaders } from '../../../plugins/webhooks/server/sign.ts'
import { Receiver } from '../lab/notification-receiver.ts'
import { teller } from '../lab/teller.ts'

const route = '/api/notifications/workspace-channels'
const token = '123456:AAabcdefghijklmnopqrstuvwxyz0123456'
const [here, there] = ['admin', 'otherOwner'] as const

const receiver = new Receiver()
let url = ''
let fresh: TestDatabase
let database: Awaited<ReturnType<TestDatabase['open']>>
let host: TestHost

const tell = async (notification: Partial<Notification> = {}): Promise<void> => {
  const to = { orgId: host.workspaces.here, role: 'admin' } as const
  await host.service(Notifications).notify('teller', { to, title: 'Disk full', ...notification })
  await host.settleJobs()
}
const slack = (name: string, more: object = {}) => ({
  kind: 'slack',
  name,
  fields: { url: `${url}/${name}` },
  language: 'en' as const,
  categories: ['teller.news'],
  ...more,
})
const working = async (name: string, more: object = {}, person: Person = here): Promise<string> => {
  const { id } = await host.as(person).call(createWorkspaceChannel, slack(name, more))
  assert.equal((await host.as(person).call(testWorkspaceChannel, { id })).state, 'working')
  receiver.calls.length = 0
  return id
}
const query = { parameters: [], writes: false }
const write = async (sql: string) => void (await database.run({ ...query, sql, writes: true }))
const paths = () => receiver.calls.map(({ path }) => path)
const stateOf = async (id: string) =>
  (await host.as(here).call(listWorkspaceChannels)).items.find((one) => one.id === id)?.state

suite('notifications of a workspace reach its channels', () => {
  before(async () => {
    url = await receiver.listen()
    fresh = (await testDatabases[0]?.create(hostTables)) ?? assert.fail()
    host = await createTestHost({
      plugins: [notificationsPlugin({ telegramApi: url }), webhooks, audit, teller],
      environment: {
        HOST_DATABASE_URL: fresh.url,
        HOST_PUBLIC_URL: 'http://host.test',
        HOST_SAFEHTTP_ALLOW: '127.0.0.0/8',
      },
    })
    database = await fresh.open({ isExclusive: false })
  })
  after(async () => {
    await host.close()
    await fresh[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  /** Each test begins without channels. */
  beforeEach(async () => {
    receiver.answer = { status: 200, body: 'ok' }
    for (const person of [here, there]) {
      await host.as(person).signIn()
      for (const { id } of (await host.as(person).call(listWorkspaceChannels)).items) {
        await host.as(person).call(deleteWorkspaceChannel, { id })
      }
    }
    receiver.calls.length = 0
  })

  testDeliveries()
  testSecretsAndAdmins()
})

function testDeliveries(): void {
  test('§P105 a notification to a role goes once to each channel that wants its type, in the language of the channel', async () => {
    await working('ops')
    await working('team', { language: 'zh', categories: ['teller.news', 'teller.alarm'] })
    const path = '/disks'
    await tell({
      title: { en: 'Disk full', zh: '磁盘已满' },
      path,
      to: { orgId: host.workspaces.here, role: 'member' },
    })
    const texts = receiver.calls.toSorted((one, other) => (one.path < other.path ? -1 : 1)).map(({ body }) => body)
    assert.deepEqual(texts, [
      { text: '*Disk full*\n<http://host.test/admin/@here/disks|Open>' },
      { text: '*磁盘已满*\n<http://host.test/admin/@here/disks|打开>' },
    ])
    receiver.calls.length = 0
    await tell({ category: 'alarm' })
    assert.deepEqual(paths(), ['/team'])
  })

  test('§P105 notifications to one user, to owners, or of another workspace reach no channel', async () => {
    await working('ours')
    await working('theirs', {}, there)
    const { here: orgId, there: other } = host.workspaces
    await tell({ to: { orgId, userId: host.userIds.admin } })
    await tell({ to: { orgId, role: 'owner' } })
    await tell({ to: { instanceAdmins: true } })
    assert.deepEqual(paths(), [])
    await tell({ to: { orgId: other, role: 'admin' } })
    assert.deepEqual(paths(), ['/theirs'])
  })

  test('a delivery that fails half-way is repeated, and sends each message once', async () => {
    const [first, second] = [await working('first'), await working('second')]
    const refused = `new.kind = 'send-to-channel' and new.lane like '%${second}'`
    const refuse = "begin select raise(abort, 'refused'); end"
    await write(`create trigger refuse before insert on host_jobs when ${refused} ${refuse}`)
    await tell()
    assert.deepEqual(paths(), [], 'nothing of it is queued')
    await write('drop trigger refuse')
    host.clock.advance({ minutes: 1 })
    await host.settleJobs()
    assert.deepEqual(paths().toSorted(), ['/first', '/second'])
    assert.ok(first < second)
  })

  test('a repeat under the key of a message that still waits is dropped', async () => {
    const id = await working('ops')
    receiver.answer = { status: 503, body: 'no' }
    await tell({ key: 'disk' })
    await tell({ key: 'disk' })
    receiver.answer = { status: 200, body: 'ok' }
    host.clock.advance({ minutes: 1 })
    await host.settleJobs()
    assert.deepEqual([paths().length, await stateOf(id)], [2, 'working'])
    await tell({ key: 'disk' })
    assert.equal(paths().length, 3)
  })

  test('a channel that is not tested, or off, gets nothing, and neither does one of a feature that is off', async () => {
    const { id } = await host.as(here).call(createWorkspaceChannel, slack('untested'))
    await tell()
    assert.deepEqual(paths(), [])
    await host.as(here).call(testWorkspaceChannel, { id })
    await host.as(here).call(changeWorkspaceChannel, { id, isOn: false })
    receiver.calls.length = 0
    await tell()
    assert.deepEqual(paths(), [])
    await working('other')
    await host.switchFeature('teller', false)
    await tell()
    const { categories } = await host.as(here).call(listWorkspaceChannels)
    await host.switchFeature('teller', true)
    assert.deepEqual(paths(), [])
    assert.ok(!categories.some(({ key }) => key.startsWith('teller.')))
    const shown = (await host.as(here).call(listWorkspaceChannels)).categories
    assert.deepEqual(
      shown.find(({ key }) => key === 'teller.alarm'),
      { key: 'teller.alarm', title: 'Alarms', plugin: 'Teller' },
    )
  })

  test('§P105 a suspended workspace sends nothing, neither what is new nor what waits', async () => {
    await working('ops')
    receiver.answer = { status: 503, body: 'no' }
    await tell()
    const workspaces = host.service(Workspaces)
    const suspending = { orgId: host.workspaces.here, actorId: host.userIds.instanceAdmin }
    await workspaces.suspend({ ...suspending, reason: 'Unpaid' })
    receiver.calls.length = 0
    await tell()
    host.clock.advance({ minutes: 5 })
    await host.settleJobs()
    await workspaces.suspend({ ...suspending, reason: null })
    await host.settleJobs()
    assert.deepEqual(paths(), [])
    receiver.answer = { status: 200, body: 'ok' }
    await tell()
    assert.deepEqual(paths(), ['/ops'])
  })

  test('a channel that fails for days is switched off, and the admins are notified', async () => {
    const id = await working('ops')
    await working('second', { categories: ['notifications.channels'] })
    receiver.answer = { status: 503, body: 'no' }
    await tell()
    assert.equal(await stateOf(id), 'failing')
    receiver.answer = { status: 200, body: 'ok' }
    host.clock.advance({ minutes: 1 })
    await host.settleJobs()
    assert.equal(await stateOf(id), 'working')
    receiver.answer = { status: 503, body: 'no' }
    await tell()
    host.clock.advance({ days: 4 })
    receiver.calls.length = 0
    await host.settleJobs()
    await host.as(here).signIn()
    assert.equal(await stateOf(id), 'off')
    const [newest] = (await host.as(here).call(listNotifications)).items
    assert.deepEqual(
      [newest?.title, newest?.path, newest?.workspace?.name],
      ['The workspace channel “ops” was switched off', '/settings/workspace-channels', 'Here'],
    )
    assert.deepEqual(paths(), ['/ops', '/second'], 'another channel gets the news')
  })
}

function testSecretsAndAdmins(): void {
  test('a webhook gets signed messages, and its key is only in the answer that created it', async () => {
    const made = await host.as(here).call(createWorkspaceChannel, slack('hook', { kind: 'webhook' }))
    await host.as(here).call(testWorkspaceChannel, { id: made.id })
    receiver.calls.length = 0
    await tell({ body: 'Look' })
    const { headers, text, body } = receiver.calls[0] ?? assert.fail()
    const at = Number(headers['webhook-timestamp']) * 1000
    const key = made.signingKey ?? ''
    const signed = signatureHeaders({ id: String(headers['webhook-id']), at, body: text }, [key])
    assert.equal(headers['webhook-signature'], signed['webhook-signature'])
    assert.deepEqual(body['data'], { title: 'Disk full', body: 'Look', url: null, language: 'en' })
    const listed = await (await host.as(here).get(route)).text()
    assert.ok(!`${listed}${JSON.stringify(host.logs)}`.includes(key.slice(6)))
  })

  test('§P105 secrets are masked, sealed for the workspace, and in no log and no audit entry', async () => {
    const fields = { botToken: token, chatId: '-1001' }
    const { id } = await host.as(here).call(createWorkspaceChannel, slack('bot', { kind: 'telegram', fields }))
    const kept = { botToken: settingsMask, chatId: '-1002' }
    const changed = await host.as(here).call(changeWorkspaceChannel, { id, fields: kept, name: 'Ops' })
    assert.deepEqual([changed.fields, changed.state, changed.name], [kept, 'unproven', 'Ops'])
    await host.as(here).call(testWorkspaceChannel, { id })
    assert.deepEqual(
      receiver.calls.map(({ path, body }) => [path, body['chat_id']]),
      [[`/bot${token}/sendMessage`, '-1002']],
    )
    const { items } = await host.as('owner').call(listEntries, {})
    const actions = items.map(({ action }) => action).filter((action) => action.startsWith('channel.'))
    assert.deepEqual(actions.slice(0, 3), ['channel.tested', 'channel.changed', 'channel.created'])
    const listed = await (await host.as(here).get(route)).text()
    const { rows } = await database.run({ ...query, sql: 'select * from notifications_workspace_channels' })
    assert.doesNotMatch(JSON.stringify([listed, host.logs, items, rows]), /AAabcdefgh/)
    await host.as(there).call(createWorkspaceChannel, slack('bot', { kind: 'telegram', fields }))
    const ofThere = `where org_id = '${host.workspaces.there}'`
    const copied = `select sealed from notifications_workspace_channels where id = '${id}'`
    await write(`update notifications_workspace_channels set sealed = (${copied}) ${ofThere}`)
    assert.equal((await host.as(there).get(route)).status, 500, 'a copy into another workspace does not open')
    await write(`delete from notifications_workspace_channels ${ofThere}`)
  })

  test('§P105 only admins of the workspace see and change its channels', async () => {
    const id = await working('ops')
    const calls = [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
    ] as const
    for (const [person, status] of [
      ['anonymous', 401],
      ['member', 403],
    ] as const) {
      for (const [method, path] of calls) {
        const body = method === 'GET' ? {} : { body: path === '' ? slack('x') : {} }
        assert.equal((await host.as(person).send(method, route + path, body)).status, status, `${method} ${path}`)
      }
    }
    for (const [method, path] of calls.slice(2)) {
      assert.equal((await host.as(there).send(method, route + path, { body: {} })).status, 404, `${method} ${path}`)
    }
    assert.deepEqual((await host.as(there).call(listWorkspaceChannels)).items, [])
    assert.equal(await stateOf(id), 'working')
  })

  test('invalid fields, types and addresses are named', async () => {
    const create = async (more: object) => {
      const answer = await host.as(here).post(route, slack('x', more))
      const { errors } = (await answer.json()) as { errors: readonly { path: string }[] }
      return errors.map(({ path }) => path)
    }
    assert.deepEqual(await create({ kind: 'pigeon' }), ['kind'])
    assert.deepEqual(await create({ fields: {} }), ['fields.url'])
    assert.deepEqual(await create({ fields: { url: 'https://10.0.0.1/hook' } }), ['fields.url'])
    assert.deepEqual(await create({ categories: [] }), ['categories'])
    assert.deepEqual(await create({ categories: ['teller.news', 'teller.weather'] }), ['categories.1'])
  })

  test('a workspace has twenty test messages an hour', async () => {
    const id = await working('ops')
    host.clock.advance({ hours: 1 })
    await host.as(here).signIn()
    const tests = new Set<number>()
    for (let count = 0; count < 21; count += 1) {
      tests.add((await host.as(here).send('POST', `${route}/${id}/test`)).status)
    }
    assert.deepEqual([...tests], [200, 429])
  })
}
