/** Unsubscribing by the link in an email: as a mail client does it, and as the page does. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Notifications, type Notification } from '@host/plugin'
import { AuditLog } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { notificationsPlugin } from '@host/notifications/server'
import {
  endEmails,
  listNotifications,
  readEmails,
  readPreferences,
  savePreferences,
} from '../../../plugins/notifications/shared.ts'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { startMailServer, type MailServer } from '../lab/mail-server.ts'
import { teller } from '../lab/teller.ts'

const usual = {
  timeZone: 'UTC',
  quietHours: null,
  digest: { every: 'never', hour: 8, weekday: 1 },
  choices: [],
} as const
const press = { 'content-type': 'application/x-www-form-urlencoded' }
const day = 24 * 3_600_000

let mail: MailServer
let host: TestHost

const anonymous = () => host.as('anonymous')
const emails = () => mail.emails.filter(({ to }) => to.includes('member@host.test'))
const tell = async (notification: Partial<Notification> = {}): Promise<void> => {
  const to = { orgId: host.workspaces.here, userId: host.userIds.member }
  await host.service(Notifications).notify('teller', { to, title: 'Disk full', ...notification })
  await host.settleJobs()
}
const restart = () => host.as('member').call(savePreferences, { ...usual, choices: [] })
/** A header of the latest email, as a mail client reads it. */
const header = (name: string): string | undefined =>
  emails()
    .at(-1)
    ?.mail.headers.find(({ key }) => key === name)?.value
const oneClick = (): URL => new URL(/^<(.+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? 'none:')
const pathOf = ({ pathname, search }: URL): string => pathname + search
const tokenOf = (url: URL): string => url.searchParams.get('token') ?? ''
const isMailed = async (key: string): Promise<boolean | undefined> =>
  (await host.as('member').call(readPreferences)).categories.find((one) => one.key === key)?.channels.includes('mail')
const ended = async () => (await host.service(AuditLog).list(undefined, { action: 'letters.ended', limit: 50 })).items
const pressOn = (url: URL, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = press) =>
  anonymous().post(pathOf(url), body, { headers })

suite('emails are ended by the link that stands in them', () => {
  before(async () => {
    mail = await startMailServer()
    host = await createTestHost({
      plugins: [account, notificationsPlugin(), smtp, teller],
      environment: {
        HOST_PUBLIC_URL: 'http://host.test',
        HOST_SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
        HOST_SMTP_FROM: 'Host <host@host.example>',
      },
    })
  })
  after(async () => {
    await host.close()
    await mail[Symbol.asyncDispose]()
  })

  testPresses()
  testKindsAndOldLinks()
})

function testPresses(): void {
  test('§P54 an email says where such emails are ended, to the mail program and to its reader', async () => {
    await tell()
    assert.equal(oneClick().origin, 'http://host.test')
    const page = `http://host.test/unsubscribe?token=`
    assert.ok(emails().at(-1)?.mail.text?.includes(page) === true)
    assert.match(
      emails().at(-1)?.mail.html ?? '',
      /<a href="http:\/\/host\.test\/unsubscribe\?token=[\w.%-]+">Unsubscribe from these emails/,
    )
  })

  test('§P54 one press of a mail program ends emails of that kind alone, and is recorded once', async () => {
    await tell()
    const url = oneClick()
    assert.equal((await pressOn(url)).status, 204)
    assert.deepEqual([await isMailed('teller.news'), await isMailed('teller.alarm')], [false, true])
    const sentBefore = emails().length
    await tell({ title: 'Not by mail' })
    assert.equal(emails().length, sentBefore)
    const inbox = await host.as('member').call(listNotifications, {})
    assert.equal(inbox.items[0]?.title, 'Not by mail')
    assert.equal((await pressOn(url)).status, 204)
    const [entry, ...more] = await ended()
    assert.deepEqual([entry?.actor.kind, entry?.target, more], ['anonymous', `user:${host.userIds.member}`, []])
    assert.deepEqual(entry?.after, { categories: ['teller.news'] })
    await restart()
  })

  test('§P54 a press that comes as the parts of a form counts, and anything else changes nothing', async () => {
    await tell()
    const url = oneClick()
    const parts = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const other of ['', 'List-Unsubscribe=Never', 'X-List-Unsubscribe=One-Click', '{}', 'a'.repeat(4_000)]) {
      assert.equal((await pressOn(url, other)).status, 400, other)
    }
    assert.equal(await isMailed('teller.news'), true)
    assert.equal((await pressOn(url, parts, form)).status, 204)
    assert.equal(await isMailed('teller.news'), false)
    await restart()
  })

  test('§P54 a link preview changes nothing and redirects to the page, which needs a click', async () => {
    await tell()
    const url = oneClick()
    const looked = await anonymous().get(pathOf(url))
    assert.deepEqual([looked.status, looked.headers.get('referrer-policy')], [302, 'no-referrer'])
    const page = new URL(looked.headers.get('location') ?? '')
    assert.equal(page.pathname, '/unsubscribe')
    const token = tokenOf(page)
    const zh = { headers: { 'accept-language': 'zh' } }
    assert.deepEqual(await (await anonymous().post(readEmails.pattern.slice(5), { token }, zh)).json(), {
      category: '新闻',
      isOn: true,
    })
    assert.equal(await isMailed('teller.news'), true)
    await anonymous().call(endEmails, { token })
    assert.deepEqual(await anonymous().call(readEmails, { token }), { category: 'News', isOn: false })
    await restart()
  })

  test('§P55 an invalid link, with any content, leads to the page and no further', async () => {
    for (const token of ['', 'x', `${'a'.repeat(999)}\u{1f600}`, 'a'.repeat(5_000), '\0', '../../admin', '%0d%0a']) {
      const looked = await anonymous().get(`/api/notifications/unsubscribe?token=${encodeURIComponent(token)}`)
      assert.equal(looked.status, 302, JSON.stringify(token.slice(-10)))
      const { origin, pathname } = new URL(looked.headers.get('location') ?? '')
      assert.deepEqual([origin, pathname], ['http://host.test', '/unsubscribe'])
      const url = new URL(`http://host.test/api/notifications/unsubscribe?token=${encodeURIComponent(token)}`)
      assert.equal((await pressOn(url)).status, 410, JSON.stringify(token.slice(-10)))
    }
  })
}

function testKindsAndOldLinks(): void {
  test('§P54 the link of a digest ends digests, and urgent emails are still sent', async () => {
    const hour = (new Date(host.clock.now()).getUTCHours() + 3) % 24
    await host.as('member').call(savePreferences, { ...usual, digest: { every: 'day', hour, weekday: 1 }, choices: [] })
    await tell({ title: 'One' })
    host.clock.advance({ hours: 4 })
    await host.settleJobs()
    await tell({ title: 'Waits' })
    assert.equal((await pressOn(oneClick())).status, 204)
    const sentBefore = emails().length
    host.clock.advance({ days: 1 })
    await host.settleJobs()
    assert.equal(emails().length, sentBefore)
    await tell({ title: 'Fire', category: 'alarm' })
    assert.equal(emails().at(-1)?.mail.subject, 'Fire')
    await host.as('member').signIn()
    await restart()
  })

  test('§P54 a letter that waits for the end of quiet hours is not sent once its kind is ended', async () => {
    await tell()
    const url = oneClick()
    const hour = (by: number): string =>
      `${String((new Date(host.clock.now()).getUTCHours() + by + 24) % 24).padStart(2, '0')}:00`
    await host.as('member').call(savePreferences, { ...usual, quietHours: { from: hour(0), to: hour(2) }, choices: [] })
    const sentBefore = emails().length
    await tell({ title: 'Waits' })
    await pressOn(url)
    host.clock.advance({ hours: 2 })
    await host.settleJobs()
    assert.equal(emails().length, sentBefore)
    await restart()
  })

  test('§P55 a link that is too old, altered, made up or for another use is 410, each in the same words', async () => {
    await tell()
    const url = oneClick()
    const token = tokenOf(url)
    const middle = Math.floor(token.length / 2)
    const flipped = token[middle] === 'A' ? 'B' : 'A'
    const altered = token.slice(0, middle) + flipped + token.slice(middle + 1)
    const answers = new Set<string>()
    const ask = async (secret: string) => {
      const answer = await anonymous().post('/api/notifications/letters/end', { token: secret })
      const { requestId: _, ...said } = (await answer.json()) as { requestId: string }
      answers.add(JSON.stringify([answer.status, said]))
    }
    for (const secret of [altered, token.slice(0, -1), `${token}A`, 'v1.none.AAAA', 'x', host.userIds.member]) {
      await ask(secret)
    }
    host.clock.advance({ hours: (60 * day) / 3_600_000 })
    await ask(token)
    assert.equal(answers.size, 1, [...answers].join('\n'))
    assert.match([...answers][0] ?? '', /^\[410/)
    assert.equal((await pressOn(url)).status, 410)
    await host.as('member').signIn()
    assert.equal(await isMailed('teller.news'), true)
  })

  test('§P54 two links used at once both count', async () => {
    await tell()
    const news = oneClick()
    await tell({ category: 'alarm', title: 'Fire' })
    const alarm = oneClick()
    const statuses = await Promise.all([pressOn(news), pressOn(alarm)].map(async (answer) => (await answer).status))
    assert.deepEqual(statuses, [204, 204])
    assert.deepEqual([await isMailed('teller.news'), await isMailed('teller.alarm')], [false, false])
    await restart()
  })

  test('§P55 the link of a user who is gone answers like any other, and leaves nothing behind', async () => {
    await tell()
    const url = oneClick()
    const recorded = (await ended()).length
    const deleted = await host.as('member').post('/api/auth/account/delete', { email: 'member@host.test' })
    assert.equal(deleted.status, 204, await deleted.text())
    assert.equal((await pressOn(url)).status, 204)
    const shown = await anonymous().call(readEmails, { token: tokenOf(url) })
    assert.deepEqual([shown, (await ended()).length], [{ category: 'News', isOn: false }, recorded])
  })
}
