import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createMailbox, listMailboxes, readEmail, type EmailDetails } from '../../shared.ts'
import { hostileEmails } from '../testing/hostile-emails.ts'
import { domain, openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'

async function details({ host }: MailLab, id: string): Promise<EmailDetails> {
  return await host.as('owner').call(readEmail, { id })
}

suite('receiving', () => {
  test('reading by explicit act only: an email that arrives is listed, read and counted, and nothing marks it', async (context) => {
    const lab = await openMailLab(context)
    assert.equal((await lab.deliver(rawEmail({ Subject: 'Invoice' }, 'Please pay.\r\n'))).status, 202)
    const [email] = await lab.emails()
    assert.equal(email?.subject, 'Invoice')
    assert.deepEqual(email.from, { name: 'Ada', address: 'ada@sender.example' })
    const read = await details(lab, email.id)
    assert.deepEqual([read.text.trim(), read.isRead], ['Please pay.', false])
    const { items } = await lab.host.as('owner').call(listMailboxes, {})
    assert.deepEqual(items[0]?.folders?.[0], { folder: 'inbox', emails: 1, unread: 1 })
  })

  test('recipients find a mailbox by address, alias, tag and catch-all, in this order and in any case', async (context) => {
    const lab = await openMailLab(context)
    const owner = lab.host.as('owner')
    const wide = await owner.call(createMailbox, {
      address: `rest@${domain}`,
      aliases: [`help@${domain}`],
      isCatchAll: true,
    })
    const strict = await owner.call(createMailbox, { address: `strict@${domain}`, takesPlus: false })
    const cases: readonly (readonly [to: string, mailbox: string])[] = [
      [`info@${domain}`, lab.mailbox.id],
      [`INFO@ACME.example`, lab.mailbox.id],
      [`info+invoices@${domain}`, lab.mailbox.id],
      [`help@${domain}`, wide.id],
      [`help+a+b@${domain}`, wide.id],
      [`strict@${domain}`, strict.id],
      [`strict+tag@${domain}`, wide.id],
      [`anyone.else@${domain}`, wide.id],
      [`+info@${domain}`, wide.id],
    ]
    for (const [to, mailbox] of cases) {
      await lab.deliver(rawEmail({ Subject: to }), { to })
      const [email] = await lab.emails()
      assert.deepEqual([email?.subject, email?.mailboxId], [to, mailbox])
    }
  })

  test('unknown recipient dropped alike: the answer is that of a known one, and nothing is stored', async (context) => {
    const lab = await openMailLab(context)
    const texts: string[] = []
    const unknown = [`nobody@${domain}`, 'info@other.example', `info@sub.${domain}`, 'no address', '@', `*@${domain}`]
    for (const to of [`info@${domain}`, ...unknown]) {
      const answer = await lab.deliver(rawEmail(), { to })
      texts.push(`${answer.status} ${await answer.text()}`)
    }
    assert.equal(new Set(texts).size, 1)
    assert.equal((await lab.emails()).length, 1)
  })

  test('without an envelope the headers of an email say who receives it', async (context) => {
    const lab = await openMailLab(context)
    await lab.deliver(rawEmail({ To: 'Someone <x@other.example>', Cc: `Info <info@${domain}>` }), { to: '' })
    await lab.deliver(rawEmail({ To: 'x@other.example' }), { to: '' })
    assert.equal((await lab.emails()).length, 1)
  })

  test('one email for two mailboxes is stored once and shown in both', async (context) => {
    const lab = await openMailLab(context)
    await lab.host.as('owner').call(createMailbox, { address: `sales@${domain}` })
    await lab.deliver(rawEmail(), { to: `info@${domain}, sales@${domain}, info+tag@${domain}` })
    const emails = await lab.emails()
    assert.equal(emails.length, 2)
    assert.equal(new Set(emails.map(({ threadId }) => threadId)).size, 1)
    assert.equal(new Set(emails.map(({ mailboxId }) => mailboxId)).size, 2)
  })

  test('hostile emails are stored or refused, and never an error of the host', async (context) => {
    const lab = await openMailLab(context)
    for (const [name, bytes] of hostileEmails()) {
      assert.equal((await lab.deliver(bytes)).status, 202, name)
    }
    assert.equal((await lab.emails()).length, hostileEmails().size)
    for (const { id } of await lab.emails()) {
      const read = await details(lab, id)
      for (const file of read.files) assert.doesNotMatch(file.name, /[/\\\u0000\u202e]/)
    }
  })
})

suite('threads', () => {
  const ids = { first: '<first@sender.example>', second: '<second@sender.example>', third: '<third@sender.example>' }
  const mails = {
    first: rawEmail({ 'Message-ID': ids.first }),
    second: rawEmail({ 'Message-ID': ids.second, 'In-Reply-To': ids.first }),
    third: rawEmail({ 'Message-ID': ids.third, References: `${ids.first} ${ids.second}` }),
  }

  for (const order of [
    ['first', 'second', 'third'],
    ['third', 'first', 'second'],
    ['second', 'third', 'first'],
  ] as const) {
    test(`emails that arrive as ${order.join(', ')} are one conversation`, async (context) => {
      const lab = await openMailLab(context)
      for (const name of order) await lab.deliver(mails[name])
      const emails = await lab.emails()
      assert.equal(emails.length, 3)
      assert.equal(new Set(emails.map(({ threadId }) => threadId)).size, 1)
    })
  }

  test('equal subjects alone join nothing', async (context) => {
    const lab = await openMailLab(context)
    for (const subject of ['Invoice', 'Re: Invoice']) await lab.deliver(rawEmail({ Subject: subject }))
    assert.equal(new Set((await lab.emails()).map(({ threadId }) => threadId)).size, 2)
  })
})
