import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { AuditLog } from '@host/plugin/platform'
import {
  askReview,
  changeLink,
  dismissReport,
  listInstanceLinks,
  listReports,
  quarantineLink,
  readLink,
  readReportSummary,
  restoreLink,
} from '../../shared.ts'
import { formOf, pageText } from '../testing/links-lab.ts'
import { harmful, openAbuseLab } from '../testing/abuse-lab.ts'

const refused = (code: string) => (error: unknown) => error instanceof TestCallError && error.problem?.code === code

suite('reports', () => {
  test('are sent by visitors with a form on the host of the link, without scripts, and reach instance admins', async (context) => {
    const { host, visit, link, report, notifications } = await openAbuseLab(context)
    const form = await visit('http://go.host.test/.report/bait', { headers: { 'accept-language': 'zh' } })
    assert.equal(form.status, 200)
    assert.match(pageText(form), /go\.host\.test\/bait/)
    assert.match(pageText(form), /举报此链接/)
    assert.doesNotMatch(form.body, /<script|evil\.example/)
    const sent = await report({ text: '<b>It</b>\r\nsteals\u0000 passwords.', email: 'a@b.example' })
    assert.equal(sent.status, 200)
    const { items } = await host.as('instanceAdmin').call(listReports, { state: 'open' })
    const [first] = items
    assert.equal(items.length, 1)
    assert.deepEqual(
      [first?.linkId, first?.address, first?.url, first?.targetHost, first?.text, first?.email, first?.linkState],
      [link.id, 'go.host.test/bait', harmful, 'evil.example', '<b>It</b>\nsteals  passwords.', 'a@b.example', 'active'],
    )
    assert.deepEqual(notifications.at(-1)?.to, { instanceAdmins: true })
    assert.equal((await visit(link.shortUrl)).status, 302, 'a report alone stops nothing')
  })

  test('name a link that exists, and what is wrong with them is said', async (context) => {
    const { visit, report, host } = await openAbuseLab(context)
    for (const path of ['/.report/none', '/.report/', '/.report', '/.report/bait/x']) {
      assert.equal((await visit(`http://go.host.test${path}`)).status, 404, path)
    }
    assert.equal((await visit('http://go.host.test/.report/bait', { method: 'PUT' })).status, 405)
    for (const fields of [
      { reason: 'revenge' },
      { text: '' },
      { text: '   ' },
      { text: 'x'.repeat(1_001) },
      { email: 'not an address' },
      { email: `${'x'.repeat(260)}@b.example` },
    ]) {
      const page = await report(fields)
      assert.equal(page.status, 400, JSON.stringify(fields))
      assert.match(page.body, /role="alert"/)
    }
    const kept = await report({ text: '"><script>alert(1)</script>', email: 'wrong' })
    assert.doesNotMatch(kept.body, /<script/)
    assert.equal((await report({ text: 'x'.repeat(20_000) })).status, 413)
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    assert.equal((await visit('http://go.host.test/.report/bait', json)).status, 415)
    assert.equal((await report({}, { 'sec-fetch-site': 'cross-site' })).status, 200)
    assert.deepEqual((await host.as('instanceAdmin').call(listReports, {})).items, [])
  })

  test('are limited for each address and each link', async (context) => {
    const { host, report } = await openAbuseLab(context)
    const one = await Promise.all(Array.from({ length: 12 }, () => report({}, { 'x-forwarded-for': '192.0.2.1' })))
    assert.equal(one.filter(({ status }) => status === 200).length, 5)
    assert.ok(one.some(({ status, headers }) => status === 429 && headers['retry-after'] !== undefined))
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, at) => report({}, { 'x-forwarded-for': `198.51.100.${at}` })),
    )
    assert.equal(many.filter(({ status }) => status === 200).length, 15)
    assert.equal((await host.as('instanceAdmin').call(listReports, { limit: 100 })).items.length, 20)
  })

  test('are read and decided by instance admins alone', async (context) => {
    const { host, link, report } = await openAbuseLab(context)
    await report()
    const { items } = await host.as('instanceAdmin').call(listReports, {})
    const id = items[0]?.id ?? ''
    for (const person of ['member', 'owner', 'otherOwner'] as const) {
      const client = host.as(person)
      await assert.rejects(client.call(listReports, {}), refused('forbidden'))
      await assert.rejects(client.call(listInstanceLinks, {}), refused('forbidden'))
      await assert.rejects(client.call(dismissReport, { id }), refused('forbidden'))
      await assert.rejects(client.call(quarantineLink, { id: link.id, reason: 'other' }), refused('forbidden'))
      await assert.rejects(client.call(restoreLink, { id: link.id }), refused('forbidden'))
    }
    const admin = host.as('instanceAdmin')
    await assert.rejects(admin.call(dismissReport, { id: 'linkreport_none' }), refused('not_found'))
    await assert.rejects(admin.call(quarantineLink, { id: 'link_none', reason: 'other' }), refused('not_found'))
    await admin.call(dismissReport, { id })
    await assert.rejects(admin.call(dismissReport, { id }), refused('conflict'))
  })

  test('are counted by age, with the time to a decision', async (context) => {
    const { host, report } = await openAbuseLab(context)
    const admin = host.as('instanceAdmin')
    for (const hours of [48, 6 * 24, 3]) {
      await report()
      host.clock.advance({ hours })
    }
    await admin.signIn()
    assert.deepEqual(await admin.call(readReportSummary), {
      open: { day: 1, week: 1, older: 1 },
      decided: 0,
      medianHours: null,
    })
    const { items } = await admin.call(listReports, {})
    await admin.call(dismissReport, { id: items[2]?.id ?? '' })
    await admin.call(dismissReport, { id: items[1]?.id ?? '' })
    const { open, decided, medianHours } = await admin.call(readReportSummary)
    assert.deepEqual([open, decided, medianHours], [{ day: 0, week: 0, older: 1 }, 2, (3 + 147) / 2])
  })
})

suite('a quarantined link', () => {
  test('shows a warning at once, from memory too, and never redirects until it is restored', async (context) => {
    const { host, visit, link, report, notifications } = await openAbuseLab(context)
    const admin = host.as('instanceAdmin')
    await report()
    assert.equal((await visit(link.shortUrl)).status, 302)
    await admin.call(quarantineLink, { id: link.id, reason: 'phishing', note: 'It copies a bank.' })
    for (const method of ['GET', 'HEAD']) {
      const { status, location, headers } = await visit(link.shortUrl, { method })
      assert.deepEqual([status, location, headers['cache-control']], [410, undefined, 'no-store'], method)
    }
    assert.match((await visit(link.shortUrl)).body, /may be harmful/)
    assert.equal((await admin.call(listReports, { state: 'acted' })).items.length, 1, 'its reports are closed')
    const told = notifications.at(-1)
    assert.deepEqual([told?.to, told?.path], [{ orgId: host.workspaces.here, role: 'admin' }, `/links/${link.id}`])
    const shown = await host.as('member').call(readLink, { id: link.id })
    assert.deepEqual(
      [shown.state, shown.quarantine?.reason, shown.quarantine?.note],
      ['quarantined', 'phishing', 'It copies a bank.'],
    )
    await host.as('member').call(changeLink, { id: link.id, url: 'https://good.example/', isEnabled: true })
    assert.equal((await visit(link.shortUrl)).status, 410, 'no change of the workspace ends it')
    await admin.call(restoreLink, { id: link.id })
    assert.equal((await visit(link.shortUrl)).location, 'https://good.example/')
    await assert.rejects(admin.call(restoreLink, { id: link.id }), refused('conflict'))
  })

  test('for legal reasons is answered 451, and both are in the audit log of the workspace', async (context) => {
    const { host, visit, link } = await openAbuseLab(context)
    await host.as('instanceAdmin').call(quarantineLink, { id: link.id, reason: 'legal' })
    assert.equal((await visit(link.shortUrl)).status, 451)
    const { items } = await host.service(AuditLog).list(host.workspaces.here, { action: 'link.quarantined' })
    assert.deepEqual(
      items.map(({ target, after }) => [target, after]),
      [[`link:${link.id}`, { reason: 'legal', note: '' }]],
    )
  })

  test('is reviewed when an admin of its workspace asks, once', async (context) => {
    const { host, link, notifications } = await openAbuseLab(context)
    const input = { id: link.id, text: 'It is our own sign-in page.' }
    await assert.rejects(host.as('admin').call(askReview, input), refused('conflict'))
    await host.as('instanceAdmin').call(quarantineLink, { id: link.id, reason: 'phishing' })
    await assert.rejects(host.as('member').call(askReview, input), refused('forbidden'))
    await assert.rejects(host.as('otherOwner').call(askReview, input), refused('not_found'))
    await assert.rejects(
      host.as('admin').call(askReview, { ...input, text: 'x'.repeat(1_001) }),
      refused('invalid_input'),
    )
    const { quarantine } = await host.as('admin').call(askReview, input)
    assert.equal(typeof quarantine?.reviewAskedAt, 'string')
    await assert.rejects(host.as('admin').call(askReview, input), refused('conflict'))
    assert.deepEqual(notifications.at(-1)?.to, { instanceAdmins: true })
    const { items } = await host.as('instanceAdmin').call(listInstanceLinks, { targetHost: 'EVIL.example' })
    assert.deepEqual(
      items.map((each) => [each.id, each.state, each.quarantine?.reviewText]),
      [[link.id, 'quarantined', input.text]],
    )
    assert.deepEqual((await host.as('instanceAdmin').call(listInstanceLinks, { targetHost: 'good.example' })).items, [])
  })

  test('does not take a password either', async (context) => {
    const { host, visit, link } = await openAbuseLab(context)
    await host.as('member').call(changeLink, { id: link.id, password: 'secret' })
    await host.as('instanceAdmin').call(quarantineLink, { id: link.id, reason: 'malware' })
    assert.equal((await visit(link.shortUrl, formOf({ password: 'secret' }))).status, 410)
  })
})
