import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createMailbox, listMailboxes, mailLimits } from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'

suite('repeated deliveries', () => {
  test('an email that is posted several times at once is stored once, and all are accepted', async (context) => {
    const lab = await openMailLab(context)
    const mail = rawEmail()
    const answers = await Promise.all(Array.from({ length: mailLimits.inboundOfWorkspace }, () => lab.deliver(mail)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    assert.equal((await lab.emails()).length, 1)
    const { items } = await lab.host.as('owner').call(listMailboxes, {})
    assert.deepEqual(items[0]?.folders?.[0], { folder: 'inbox', emails: 1, unread: 1 })
  })

  test('Message-ID dedupe: relays that add headers make no second email; another body, sender or recipient does', async (context) => {
    const lab = await openMailLab(context)
    const mail = rawEmail({ 'Message-ID': '<same@sender.example>' })
    await lab.deliver(mail)
    await lab.deliver(`Received: from relay.example\r\n${mail}`)
    assert.equal((await lab.emails()).length, 1)
    await lab.deliver(`${mail}More.`)
    await lab.deliver(mail, { headers: { 'x-envelope-from': 'bounce@sender.example' } })
    await lab.deliver(mail, { to: `info+other@${domain}` })
    assert.equal((await lab.emails()).length, 4)
  })

  test('a repeat is known for a day', async (context) => {
    const lab = await openMailLab(context)
    const mail = rawEmail()
    await lab.deliver(mail)
    lab.host.clock.advance({ hours: 23 })
    await lab.deliver(mail)
    assert.equal((await lab.emails()).length, 1)
    lab.host.clock.advance({ hours: 2 })
    await lab.host.settleJobs()
    await lab.deliver(mail)
    assert.equal((await lab.emails()).length, 2)
  })

  test('a recipient that was missing at first gets the repeat', async (context) => {
    const lab = await openMailLab(context)
    const mail = rawEmail()
    const to = `info@${domain}, sales@${domain}`
    await lab.deliver(mail, { to })
    const sales = await lab.host.as('owner').call(createMailbox, { address: `sales@${domain}` })
    await lab.deliver(mail, { to })
    const emails = await lab.emails()
    assert.equal(emails.filter(({ mailboxId }) => mailboxId === sales.id).length, 1)
    assert.equal(emails.length, 2)
  })
})
