import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { definePlugin, type IncomingMail } from '@host/plugin'
import { createMailbox, listConversation, readEmail } from '../../shared.ts'
import { hostileEmails } from '../testing/hostile-emails.ts'
import { rawEmail } from '../testing/mail-lab.ts'
import { openSmtpLab, type SmtpLab } from '../testing/smtp-lab.ts'

const scope = new AsyncDisposableStack()
const seen: { readonly orgId: string; readonly mail: IncomingMail }[] = []
let lab: SmtpLab

const reader = definePlugin({
  name: 'reader',
  info: { title: 'Reader', description: 'Reads emails', icon: 'mail', category: 'Tests', api: '^1' },
  models: [],
  mount: (_mux, ctx) => ctx.onEmail(async ({ orgId }, mail) => void seen.push({ orgId, mail })),
})

before(async () => {
  lab = await openSmtpLab({ after: (end) => scope.defer(end) }, { others: [reader] })
})
after(() => scope.disposeAsync())

suite('promises of received mail, by SMTP', () => {
  test('§6.1 ctx.onEmail gets an email in the workspace that it came for, once, and nothing while the plugin is off there', async () => {
    await lab.host.proveHost('there.example', lab.host.workspaces.there)
    await lab.host.as('otherOwner').call(createMailbox, { address: 'info@there.example' })
    const box = await lab.openMailbox()
    const [mine, theirs] = [rawEmail({ Subject: 'Mine' }, 'Text.'), rawEmail({ Subject: 'Theirs' })]
    for (const raw of [mine, mine]) assert.match(await lab.send(raw, { to: [box.address] }), /^250/)
    await lab.send(theirs, { to: ['info@there.example'] })
    await lab.host.settleJobs()
    const { here, there } = lab.host.workspaces
    const factsOf = (workspace: string) =>
      seen.filter(({ orgId }) => orgId === workspace).map(({ mail }) => [mail.subject, mail.from, mail.text.trim()])
    assert.deepEqual(factsOf(here), [['Mine', 'ada@sender.example', 'Text.']])
    assert.deepEqual(factsOf(there), [['Theirs', 'ada@sender.example', 'Hello.']])
    assert.match(await lab.send(rawEmail({ Subject: 'Bounced' }), { from: '', to: [box.address] }), /^250/)
    await lab.host.settleJobs()
    assert.deepEqual(Object.fromEntries(seen.map(({ mail }) => [mail.subject, mail.isAutomatic])), {
      Bounced: true,
      Mine: false,
      Theirs: false,
    })
    await lab.host.switchFeature('reader', false)
    await lab.send(rawEmail({ Subject: 'Off' }), { to: [box.address] })
    await lab.host.settleJobs()
    assert.equal(seen.length, 3)
  })

  test('hostile MIME never throws: each email is stored, or refused for its line ends', async () => {
    const box = await lab.openMailbox()
    let stored = 0
    for (const [name, content] of hostileEmails()) {
      const text = Buffer.from(content).toString('latin1')
      const isBroken = /\0|(?<!\r)\n|\r(?!\n)/.test(`${text}\r\n`)
      const reply = await lab.send(text, { to: [box.address] })
      assert.match(reply, isBroken ? /^550 5\.6\.11/ : /^250/, name)
      if (!isBroken) stored += 1
    }
    assert.ok(stored > 10)
    assert.equal((await box.emails()).length, stored)
    const faults = lab.host.logs.filter(({ level }) => level === 'error')
    assert.deepEqual(faults, [])
  })

  test('duplicate bodies, truncated attachments flagged: of two bodies none is lost, and cut files can be downloaded', async () => {
    const box = await lab.openMailbox()
    const cut = hostileEmails().get('a boundary that never ends') ?? ''
    const part = (text: string): string => `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`
    const twice = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part('One.')}${part('Two.')}--b--`
    for (const raw of [String(cut), twice]) assert.match(await lab.send(raw, { to: [box.address] }), /^250/)
    const owner = lab.host.as('owner')
    const [two, one] = await box.emails()
    const [file] = (await owner.call(readEmail, { id: one?.id ?? '' })).files
    assert.equal(file?.isTruncated, true)
    assert.equal((await owner.get(`/api/emails/${one?.id}/attachments/${file.id}`)).status, 200)
    assert.match((await owner.call(readEmail, { id: two?.id ?? '' })).text, /One\.[^]*Two\./)
  })

  test('replies that arrive at once, also before what they answer, are one conversation, and reading is an act of its own', async () => {
    const box = await lab.openMailbox()
    const id = (at: number): string => `<thread-${at}@sender.example>`
    const mails = Array.from({ length: 8 }, (_, at) =>
      rawEmail({
        'Message-ID': id(at),
        ...(at > 0 && { 'In-Reply-To': id(at - 1), References: `${id(0)} ${id(at - 1)}` }),
      }),
    )
    await Promise.all(mails.toReversed().map((raw) => lab.send(raw, { to: [box.address] })))
    const emails = await box.emails()
    assert.deepEqual([emails.length, new Set(emails.map(({ threadId }) => threadId)).size], [8, 1])
    const { items } = await lab.host.as('owner').call(listConversation, { id: emails[0]?.id ?? '' })
    assert.deepEqual(
      items.map(({ isRead }) => isRead),
      Array(8).fill(false),
    )
  })
})
