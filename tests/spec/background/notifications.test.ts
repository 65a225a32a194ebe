/**
 * Notifications by email and by channels: through a real mail server and a real HTTP server of this machine. The latter
 * answers as the documentation of Telegram and Slack says (core.telegram.org/bots/api, "Making requests" and
 * `sendMessage`; docs.slack.dev, "Sending messages using incoming webhooks"): neither service itself was called.
 */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Notifications, type Notification } from '@host/plugin'
import { settingsMask } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { notificationsPlugin } from '@host/notifications/server'
import {
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
  listNotifications,
  markRead,
  readPreferences,
  savePreferences,
  testChannel,
  type SavedPreferences,
} from '../../../plugins/notifications/shared.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { plugin as webhooks } from '../../../plugins/webhooks/server/index.ts'
import { signatureHeaders } from '../../../plugins/webhooks/server/sign.ts'
import { startMailServer, type MailServer } from '../lab/mail-server.ts'
import { Receiver } from '../lab/notification-receiver.ts'
import { teller } from '../lab/teller.ts'

const token = '123456:AAabcdefghijklmnopqrstuvwxyz0123456'
const usual: SavedPreferences = {
  timeZone: 'UTC',
  quietHours: null,
  digest: { every: 'never', hour: 8, weekday: 1 },
  choices: [],
}

const receiver = new Receiver()
let url = ''
let mail: MailServer
let host: TestHost

const member = () => host.as('member')
const tell = async (notification: Partial<Notification> = {}): Promise<void> => {
  const to = { orgId: host.workspaces.here, userId: host.userIds.member }
  await host.service(Notifications).notify('teller', { to, title: 'Disk <full>', ...notification })
  await host.settleJobs()
}
const emails = () => mail.emails.filter(({ to }) => to.includes('member@host.test'))
const kinds = { slack: { url: '' }, telegram: { botToken: token, chatId: '-1001' } }
const working = async (kind: keyof typeof kinds): Promise<string> => {
  receiver.answer = { status: 200, body: kind === 'slack' ? 'ok' : { ok: true, result: {} } }
  const fields = kind === 'slack' ? { url: `${url}/slack/T0/B0/secretslackpath` } : kinds.telegram
  const { id } = await member().call(createChannel, { kind, name: kind, fields })
  assert.equal((await member().call(testChannel, { id })).state, 'working')
  receiver.calls.length = 0
  return id
}
const choose = async (category: string, channels: readonly string[], more: object = {}): Promise<void> => {
  await member().call(savePreferences, {
    ...usual,
    choices: [{ category, inbox: true, channels: [...channels] }],
    ...more,
  })
}

suite('notifications reach people outside of the product', () => {
  before(async () => {
    url = await receiver.listen()
    mail = await startMailServer()
    host = await createTestHost({
      plugins: [notificationsPlugin({ telegramApi: url }), webhooks, smtp, teller],
      environment: {
        HOST_PUBLIC_URL: 'http://host.test',
        HOST_SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
        HOST_SMTP_FROM: 'Host <host@host.example>',
        HOST_SAFEHTTP_ALLOW: '127.0.0.0/8',
      },
    })
  })
  after(async () => {
    await host.close()
    await mail[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  testEmails()
  testChannels()
  testAddressesAndLimits()
})

function testEmails(): void {
  test('a notification whose kind comes by mail is mailed in the language of its reader, and says how to change that', async () => {
    await member().get('/api/notifications/unread', { headers: { 'accept-language': 'zh' } })
    await tell({ title: { en: 'Disk <full>', zh: '磁盘 <已满>' }, path: '/disks' })
    const [email] = emails()
    assert.equal(email?.mail.subject, '磁盘 <已满>')
    assert.match(email?.mail.text ?? '', /http:\/\/host\.test\/admin\/@[\w-]+\/notifications\?open=ntc_/)
    assert.match(email?.mail.text ?? '', /settings\/notification-settings/)
    assert.match(email?.mail.html ?? '', /磁盘 &lt;已满&gt;/)
    await member().get('/api/notifications/unread', { headers: { 'accept-language': 'en' } })
  })

  test('§I43 user text in a notification is not a link in its email', async () => {
    await tell({ title: 'Joined: https://evil.example', body: 'a@evil.example\nwww.evil.example is next. Welcome.' })
    const written = emails().at(-1)?.mail
    const [page] = (written?.text ?? '').split('\n-- ')
    assert.match(page ?? '', /evil․example is next\. Welcome\./)
    for (const part of [written?.subject, written?.text, written?.html]) {
      assert.doesNotMatch(part ?? '', /evil\.example|@evil|www\.|https:\/\/evil/)
    }
  })

  test('§P29 quiet hours delay emails and channels until they are over, but not urgent ones or the inbox', async () => {
    const sentBefore = emails().length
    const now = new Date(host.clock.now())
    const hour = (by: number): string => `${String((now.getUTCHours() + by + 24) % 24).padStart(2, '0')}:00`
    await member().call(savePreferences, { ...usual, quietHours: { from: hour(0), to: hour(2) } })
    await tell()
    const unread = (await member().call(listNotifications, { state: 'unread' })).items.length
    assert.ok(unread > 0)
    assert.equal(emails().length, sentBefore)
    await tell({ category: 'alarm', title: 'Fire' })
    assert.deepEqual([emails().length, emails().at(-1)?.mail.subject], [sentBefore + 1, 'Fire'])
    host.clock.advance({ hours: 2 })
    await host.settleJobs()
    assert.deepEqual([emails().length, emails().at(-1)?.mail.subject], [sentBefore + 2, 'Disk <full>'])
    await member().call(savePreferences, usual)
  })

  test('a notification read in the product while its email was delayed is not sent anymore', async () => {
    const sentBefore = emails().length
    const now = new Date(host.clock.now())
    const hour = (by: number): string => `${String((now.getUTCHours() + by + 24) % 24).padStart(2, '0')}:00`
    await member().call(savePreferences, { ...usual, quietHours: { from: hour(0), to: hour(2) } })
    await tell()
    await member().call(markRead, { all: true })
    host.clock.advance({ hours: 2 })
    await host.settleJobs()
    assert.equal(emails().length, sentBefore)
    await member().call(savePreferences, usual)
  })

  test('§P29 a digest puts ordinary notifications into one email, at the chosen hour', async () => {
    const sentBefore = emails().length
    const hour = (new Date(host.clock.now()).getUTCHours() + 3) % 24
    await member().call(savePreferences, { ...usual, digest: { every: 'day', hour, weekday: 1 } })
    await tell({ title: 'One' })
    await tell({ title: 'Two' })
    assert.equal(emails().length, sentBefore)
    host.clock.advance({ hours: 4 })
    await host.settleJobs()
    const [email, ...rest] = emails().slice(sentBefore)
    assert.equal(rest.length, 0)
    assert.match(email?.mail.text ?? '', /One[^]*Two/)
    host.clock.advance({ days: 1 })
    await host.settleJobs()
    assert.equal(emails().length, sentBefore + 1)
    await member().signIn()
    await member().call(savePreferences, usual)
  })
}

function testChannels(): void {
  test('Telegram and Slack get a notification in their own form, once a test message has arrived', async () => {
    const [telegram, slack] = [await working('telegram'), await working('slack')]
    await choose('teller.news', [telegram, slack])
    await tell({ body: 'Look & act', path: '/disks' })
    assert.deepEqual(
      receiver.calls.map(({ path }) => path).toSorted(),
      [`/bot${token}/sendMessage`, '/slack/T0/B0/secretslackpath'].toSorted(),
    )
    const [bot, hook] = receiver.calls.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    assert.equal(bot?.body['chat_id'], '-1001')
    assert.match(String(bot?.body['text']), /^Disk <full>\n\nLook & act\n\nhttp:\/\/host\.test\//)
    assert.match(
      String(hook?.body['text']),
      /^\*Disk &lt;full&gt;\*\nLook &amp; act\n<http:\/\/host\.test\/[^|]+\|Open>$/,
    )
    for (const id of [telegram, slack]) await member().call(deleteChannel, { id })
  })

  test('§P30 a channel is not used before its test message has arrived, and says in words why one did not', async () => {
    receiver.answer = { status: 403, body: { ok: false, error_code: 403, description: 'bot was blocked by the user' } }
    const { id } = await member().call(createChannel, { kind: 'telegram', name: 'Mine', fields: kinds.telegram })
    const tested = await member().call(testChannel, { id })
    assert.deepEqual([tested.state, tested.error?.includes('chat')], ['unproven', true])
    receiver.calls.length = 0
    await choose('teller.news', [id])
    await tell()
    assert.equal(receiver.calls.length, 0)
    await member().call(deleteChannel, { id })
  })

  test('§P30 a failed message is retried, and a channel that fails for days is switched off, with a notification', async () => {
    const id = await working('slack')
    await choose('teller.news', [id])
    receiver.answer = { status: 503, body: 'no' }
    await tell()
    assert.equal((await member().call(listChannels)).items[0]?.state, 'failing')
    host.clock.advance({ minutes: 1 })
    await host.settleJobs()
    assert.equal(receiver.calls.length, 2)
    receiver.answer = { status: 200, body: 'ok' }
    host.clock.advance({ minutes: 3 })
    await host.settleJobs()
    assert.deepEqual([(await member().call(listChannels)).items[0]?.state, receiver.calls.length], ['working', 3])
    receiver.answer = { status: 503, body: 'no' }
    await tell()
    host.clock.advance({ days: 4 })
    await host.settleJobs()
    await member().signIn()
    assert.equal((await member().call(listChannels)).items[0]?.state, 'off')
    const [notification] = (await member().call(listNotifications)).items
    assert.match(notification?.title ?? '', /“slack” was switched off/)
    assert.equal(host.logs.filter(({ level }) => level === 'error').length, 0)
    await member().call(deleteChannel, { id })
  })

  test('§P30 secrets of a channel are never sent back, the mask keeps them, and no log has them', async () => {
    const id = await working('telegram')
    const listed = await (await member().get('/api/notifications/channels')).text()
    assert.doesNotMatch(listed, /AAabcdefgh/)
    const [channel] = (await member().call(listChannels)).items
    assert.deepEqual(channel?.fields, { botToken: settingsMask, chatId: '-1001' })
    const kept = { botToken: settingsMask, chatId: '-1002' }
    assert.equal((await member().call(changeChannel, { id, fields: kept })).state, 'unproven')
    await member().call(testChannel, { id })
    assert.deepEqual(
      [receiver.calls[0]?.path, receiver.calls[0]?.body['chat_id']],
      [`/bot${token}/sendMessage`, '-1002'],
    )
    receiver.answer = { status: 500, body: {} }
    await member().call(testChannel, { id })
    assert.doesNotMatch(JSON.stringify(host.logs), /AAabcdefgh|secretslackpath/)
    await member().call(deleteChannel, { id })
  })

  test('§P30 a channel that is disabled or renamed keeps its fields, and is tested again before it is used', async () => {
    const id = await working('slack')
    const change = async (part: object) => await member().call(changeChannel, { id, ...part })
    assert.equal((await change({ name: 'Ours' })).state, 'working')
    assert.equal((await change({ isOn: false })).state, 'off')
    const on = await change({ isOn: true })
    assert.deepEqual([on.state, on.name, on.fields], ['unproven', 'Ours', { url: settingsMask }])
    assert.equal((await member().call(testChannel, { id })).state, 'working')
    assert.equal(receiver.calls.length, 1)
    await member().call(deleteChannel, { id })
  })

  test('§P30 the answer of one destination verifies no other one, nor enables a channel disabled meanwhile', async () => {
    const id = await working('slack')
    await choose('teller.news', [id])
    const during = async (part: object) => void (await member().call(changeChannel, { id, ...part }))
    receiver.meanwhile = () => during({ fields: { url: `${url}/elsewhere` } })
    assert.equal((await member().call(testChannel, { id })).state, 'unproven')
    receiver.meanwhile = undefined
    assert.equal((await member().call(testChannel, { id })).state, 'working')
    receiver.answer = { status: 503, body: 'no' }
    receiver.meanwhile = () => during({ isOn: false })
    await tell()
    receiver.meanwhile = undefined
    assert.equal((await member().call(listChannels)).items[0]?.state, 'off')
    await member().call(deleteChannel, { id })
  })
}

function testAddressesAndLimits(): void {
  test('§P30 a webhook of a person’s own gets signed messages, and its key is in the answer that made it alone', async () => {
    receiver.answer = { status: 204, body: '' }
    const made = await member().call(createChannel, { kind: 'webhook', name: 'Mine', fields: { url: `${url}/own` } })
    const { id, signingKey } = made
    assert.deepEqual([made.fields, made.state], [{ url: `${url}/own` }, 'unproven'])
    assert.equal((await member().call(testChannel, { id })).state, 'working')
    receiver.calls.length = 0
    await choose('teller.news', [id])
    await tell({ body: 'Look', path: '/disks' })
    const [call, ...more] = receiver.calls
    assert.ok(call !== undefined && more.length === 0)
    const { headers, text, body } = call
    const at = Number(headers['webhook-timestamp']) * 1000
    const signed = signatureHeaders({ id: String(headers['webhook-id']), at, body: text }, [signingKey ?? ''])
    assert.equal(headers['webhook-signature'], signed['webhook-signature'])
    assert.match(String(headers['webhook-id']), /^ntc_/)
    const { title, url: page } = body['data'] as { readonly title: string; readonly url: string }
    assert.deepEqual([body['type'], title], ['notification.created', 'Disk <full>'])
    assert.match(page, /^http:\/\/host\.test\/admin\/@[\w-]+\/notifications\?open=ntc_/)
    const shown = await (await member().get('/api/notifications/channels')).text()
    assert.ok(!`${shown}${JSON.stringify(host.logs)}`.includes((signingKey ?? 'whsec_').slice(6)))
    await member().call(deleteChannel, { id })
  })

  test('§P26 a channel follows no redirect', async () => {
    const id = await working('slack')
    receiver.answer = { status: 302, body: '', headers: { location: `${url}/moved` } }
    const { error } = await member().call(testChannel, { id })
    assert.match(error ?? '', /302/)
    assert.deepEqual(
      receiver.calls.map(({ path }) => path),
      ['/slack/T0/B0/secretslackpath'],
    )
    await member().call(deleteChannel, { id })
  })

  test('§P56 the address of a channel is judged as that of an endpoint, when it is made and when it is changed', async () => {
    const { id } = await member().call(createChannel, {
      kind: 'webhook',
      name: 'Opened',
      fields: { url: `${url}/hook` },
    })
    for (const [address, said] of [
      ['http://93.184.216.34/hook', 'Give an address that begins with https://.'],
      ['https://10.0.0.1/hook', 'Destination not allowed.'],
      ['https://[fd00::1]/hook', 'Destination not allowed.'],
    ] as const) {
      const fields = { url: address }
      const answers = [
        await member().post('/api/notifications/channels', { kind: 'webhook', name: 'x', fields }),
        await member().post('/api/notifications/channels', { kind: 'slack', name: 'x', fields }),
        await member().patch(`/api/notifications/channels/${id}`, { fields }),
      ]
      for (const answer of answers) {
        const { code, errors } = (await answer.json()) as { code: string; errors: unknown }
        const at = { path: 'fields.url', message: said }
        assert.deepEqual([answer.status, code, errors], [400, 'destination_not_allowed', [at]], address)
      }
    }
    await member().call(deleteChannel, { id })
  })

  test('a channel of another user is 404, and invalid fields are named', async () => {
    const id = await working('slack')
    const owner = host.as('owner')
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const answer = await owner.send(
        method,
        `/api/notifications/channels/${id}${path}`,
        method === 'PATCH' ? { body: {} } : {},
      )
      assert.equal(answer.status, 404, method)
    }
    const wrong = { kind: 'telegram', name: 'x', fields: { botToken: '../../etc', chatId: 'me', extra: '1' } }
    const refused = await member().send('POST', '/api/notifications/channels', { body: wrong })
    const { errors } = (await refused.json()) as { errors: readonly { path: string }[] }
    assert.deepEqual(errors.map(({ path }) => path).toSorted(), ['fields.botToken', 'fields.chatId', 'fields.extra'])
    await member().call(deleteChannel, { id })
  })

  test('a person has ten channels at most, and twenty test messages an hour', async () => {
    const made: string[] = []
    for (let count = 0; count < 10; count += 1) {
      made.push((await member().call(createChannel, { kind: 'slack', name: `n${count}`, fields: { url } })).id)
    }
    const over = await member().send('POST', '/api/notifications/channels', {
      body: { kind: 'slack', name: 'x', fields: { url } },
    })
    assert.equal(over.status, 409)
    const statuses = new Set<number>()
    for (let count = 0; count < 21; count += 1) {
      statuses.add((await member().send('POST', `/api/notifications/channels/${made[0]}/test`)).status)
    }
    assert.deepEqual([...statuses], [200, 429])
    for (const id of made) await member().call(deleteChannel, { id })
    assert.ok((await member().call(readPreferences)).mail === 'member@host.test')
  })

  test('§P28 a notification sent only by email is delivered again under its key, once the email is sent', async () => {
    const sentBefore = emails().length
    await member().call(savePreferences, {
      ...usual,
      choices: [{ category: 'teller.news', inbox: false, channels: ['mail'] }],
    })
    await tell({ key: 'disk' })
    await tell({ key: 'disk' })
    assert.equal(emails().length, sentBefore + 2)
    const hour = (new Date(host.clock.now()).getUTCHours() + 3) % 24
    await member().call(savePreferences, {
      ...usual,
      digest: { every: 'day', hour, weekday: 1 },
      choices: [{ category: 'teller.news', inbox: false, channels: ['mail'] }],
    })
    for (const count of [3, 4]) {
      await tell({ key: 'disk' })
      await tell({ key: 'disk' })
      host.clock.advance({ hours: 24 })
      await host.settleJobs()
      assert.equal(emails().length, sentBefore + count)
      assert.match(String(emails().at(-1)?.mail.subject), /: 1$/)
    }
    await member().signIn()
    await member().call(savePreferences, usual)
  })
}
