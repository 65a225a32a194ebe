import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { RawClient } from '@host/email/testing'
import { createMailbox, listMailboxes, readEmail } from '../../shared.ts'
import { domain, rawEmail } from '../testing/mail-lab.ts'
import { dialogue, openSmtpLab, serverName, type SmtpLab } from '../testing/smtp-lab.ts'

const scope = new AsyncDisposableStack()
let lab: SmtpLab

before(async () => {
  lab = await openSmtpLab({ after: (end) => scope.defer(end) })
})
after(() => scope.disposeAsync())

/** The replies to the recipients of one message. */
async function repliesTo(...to: readonly string[]): Promise<readonly string[]> {
  const client = await lab.connect()
  const commands = ['MAIL FROM:<ada@sender.example>', ...to.map((each) => `RCPT TO:<${each}>`), 'QUIT']
  client.send(`EHLO client.example\r\n${commands.join('\r\n')}\r\n`)
  return (await client.lines()).slice(2, -1)
}

async function rawOf(id = ''): Promise<string> {
  return await (await lab.host.as('owner').get(`/api/emails/${id}/raw`)).text()
}

suite('receiving by SMTP', () => {
  test('a message is stored with the headers of its way, and its text as it was sent', async () => {
    const box = await lab.openMailbox()
    const raw = rawEmail({ Subject: 'By SMTP' }, '.\r\n..two dots\r\nend')
    assert.equal(await lab.send(raw, { to: [box.address] }), '250 2.0.0 The message is stored')
    const [email] = await box.emails()
    assert.deepEqual([email?.subject, email?.isRead, email?.folder], ['By SMTP', false, 'inbox'])
    const stored = await rawOf(email?.id)
    const trace =
      /^Return-Path: <ada@sender\.example>\r\nAuthentication-Results: mx\.host\.test;[^]*?\r\nReceived: from client\.example \(\[127\.0\.0\.1\]\)\r\n\tby mx\.host\.test with ESMTP id [\w-]+\r\n\tfor <box\d+@acme\.example>\r\n\t; \w{3}, .* \+0000\r\n/
    assert.match(stored, trace)
    assert.equal(stored.replace(trace, ''), `${raw}\r\n`)
    assert.equal(email?.size, stored.length)
  })

  test('recipients are checked before the message: known, unknown, of others, of a feature that is off', async () => {
    const { address } = await lab.openMailbox()
    const known = await repliesTo(address, address.replace('@', '+tag@'), address.toUpperCase())
    assert.deepEqual(known, Array(3).fill('250 2.1.5 Recipient OK'))
    const others = await repliesTo(`nobody@${domain}`, 'ada@other.example', `info@sub.${domain}`, 'postmaster')
    assert.deepEqual(
      others.map((line) => line.slice(0, 9)),
      ['550 5.1.1', '550 5.7.1', '550 5.7.1', '550 5.1.1'],
    )
    assert.match(others[1] ?? '', /its own domains only/)
    await lab.host.switchFeature('mail', false)
    assert.match((await repliesTo(address))[0] ?? '', /^550 5\.7\.1 The owner of this domain has turned off/)
    await lab.host.switchFeature('mail', true)
    assert.equal((await repliesTo(address))[0], '250 2.1.5 Recipient OK')
  })

  test('a message without a sender has one recipient', async () => {
    const box = await lab.openMailbox()
    const client = await lab.connect()
    client.send(`HELO client\r\nMAIL FROM:<>\r\n${`RCPT TO:<${box.address}>\r\n`.repeat(2)}QUIT\r\n`)
    assert.deepEqual((await client.rest()).slice(2, 4), ['250 2.1.5', '452 4.5.3'])
    assert.match(await lab.send(rawEmail(), { from: '', to: [box.address] }), /^250/)
    const [email] = await box.emails()
    assert.match(await rawOf(email?.id), /^Return-Path: <>\r\n/)
  })

  test('a message that has passed 25 servers goes no further', async () => {
    const box = await lab.openMailbox()
    const passed = (times: number): string => 'Received: from a.example by b.example\r\n'.repeat(times) + rawEmail()
    assert.match(await lab.send(passed(25), { to: [box.address] }), /^550 5\.4\.6/)
    assert.match(await lab.send(passed(24), { to: [box.address] }), /^250/)
    assert.equal((await box.emails()).length, 1)
  })

  test('results of checks in our name that a message brings along are removed, and those of others stay', async () => {
    const box = await lab.openMailbox()
    const forged = [
      `Authentication-Results: ${serverName}; dmarc=pass`,
      `authentication-results : (a) "${serverName.toUpperCase()}" 1;\r\n\tspf=pass`,
      'Authentication-Results: mx.other.example; dkim=pass',
    ]
    await lab.send(`${forged.join('\r\n')}\r\n${rawEmail()}`, { to: [box.address] })
    const [email] = await box.emails()
    const [, ...results] = (await rawOf(email?.id)).split(/authentication-results ?: ?/i)
    assert.equal(results.length, 2)
    assert.match(results[0] ?? '', new RegExp(`^${serverName};\\r\\n\\tspf=none`))
    assert.match(results[1] ?? '', /^mx\.other\.example; dkim=pass/)
  })

  test('a message that is sent again, even on two connections at once, is stored once', async () => {
    const box = await lab.openMailbox()
    const to = [box.address]
    const [raw, bare] = [rawEmail(), 'Subject: no id\r\n\r\ntext']
    const replies = await Promise.all([raw, raw, bare, bare].map((each) => lab.send(each, { to })))
    assert.deepEqual(new Set(replies.map((line) => line.slice(0, 3))), new Set(['250']))
    assert.equal((await box.emails()).length, 2)
    lab.host.clock.advance({ hours: 2 })
    await lab.send(raw, { to })
    assert.equal((await box.emails()).length, 3)
  })

  test('one message for two mailboxes and two workspaces is one reply and an email for each', async () => {
    const [one, other] = [await lab.openMailbox(), await lab.openMailbox()]
    await lab.host.proveHost('other.example', lab.host.workspaces.there)
    const elsewhere = lab.host.as('otherOwner')
    await elsewhere.call(createMailbox, { address: 'info@other.example' })
    assert.match(await lab.send(rawEmail(), { to: [one.address, other.address, 'info@other.example'] }), /^250/)
    const [email] = await one.emails()
    assert.equal((await other.emails()).length, 1)
    const { items } = await elsewhere.call(listMailboxes, {})
    assert.equal(items[0]?.folders?.[0]?.emails, 1)
    assert.doesNotMatch(await rawOf(email?.id), /other\.example|\bfor </)
  })

  test('a recipient that is gone when the message has arrived gives an error that is tried again', async () => {
    const { address } = await lab.openMailbox()
    const client = await lab.connect()
    const [commands = '', content = ''] = dialogue(rawEmail(), { to: [address] }).split('DATA\r\n')
    client.send(commands)
    await client.codes(3)
    await lab.host.switchFeature('mail', false)
    client.send(`DATA\r\n${content}`)
    assert.deepEqual(await client.rest(), ['354', '451 4.2.1', '221 2.0.0'])
    await lab.host.switchFeature('mail', true)
  })

  test('a slow client delays no other', async () => {
    const box = await lab.openMailbox()
    const slow = await lab.connect()
    const whole = dialogue(rawEmail({ Subject: 'Slow' }), { to: [box.address] })
    slow.send(whole.slice(0, -20))
    await slow.codes(4)
    for (let at = 0; at < 5; at += 1) assert.match(await lab.send(rawEmail(), { to: [box.address] }), /^250/)
    assert.equal((await box.emails()).length, 5)
    slow.send(whole.slice(-20))
    assert.deepEqual(await slow.rest(), ['250 2.0.0', '221 2.0.0'])
    assert.equal((await box.emails())[0]?.subject, 'Slow')
  })

  test('variants of smuggling make no second message', async () => {
    const box = await lab.openMailbox()
    const second = `MAIL FROM:<forged@bank.example>\r\nRCPT TO:<${box.address}>\r\nDATA\r\nSubject: forged\r\n\r\nx\r\n.\r\n`
    for (const end of ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n', '\r.\r\n', '\r\n.\r', '\r\r\n.\r\n', '\r\n\0.\r\n']) {
      const client = await lab.connect()
      client.send(dialogue('', { to: [box.address] }).replace('\r\n.\r\nQUIT', `${rawEmail()}${end}${second}`))
      assert.equal((await client.rest())[4], '550 5.6.11', JSON.stringify(end))
    }
    assert.deepEqual(await box.emails(), [])
  })

  test('an email by SMTP is read as the same email by HTTP', async () => {
    const box = await lab.openMailbox()
    const raw = `${rawEmail({ Subject: 'Same' }, 'Same text.')}\r\n`
    await lab.send(raw.slice(0, -2), { to: [box.address] })
    await lab.deliver(raw.replace('Message-ID: <', 'Message-ID: <other'), { to: box.address })
    const read = await Promise.all((await box.emails()).map(({ id }) => lab.host.as('owner').call(readEmail, { id })))
    const [one, other] = read.map(({ subject, text, from, to, parse }) => ({ subject, text, from, to, parse }))
    assert.equal(one?.text.trim(), 'Same text.')
    assert.deepEqual(one, other)
  })

  test('one network has 50 connections, and the next is told to come later', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => lab.connect()))
    const refused = await RawClient.connect(lab.port)
    assert.deepEqual(await refused.rest(), ['421 4.7.0'])
    for (const client of clients) client.end()
    await Promise.all(clients.map((client) => client.rest()))
  })
})
