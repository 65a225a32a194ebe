import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, type IncomingMail, type MailHandler } from '@host/plugin'
import { composeAutomatic } from '../queue/compose-automatic.ts'
import { createMailbox, deleteEmail, replayEmail, replayEmails } from '../../shared.ts'
import { domain, openMailLab, rawEmail } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

/** A plugin with handlers. */
function handling(name: string, ...handlers: readonly MailHandler[]) {
  return definePlugin({
    name,
    info: { title: 'Handling', description: 'Handles emails', icon: 'mail', category: 'Tests', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      for (const handler of handlers) ctx.onEmail(handler)
    },
  })
}

/** A handler that keeps what it gets. */
function keeping() {
  const seen: IncomingMail[] = []
  return { seen, handler: (async (_scope, mail) => void seen.push(mail)) satisfies MailHandler }
}

suite('handlers of received emails', () => {
  test('each gets the stored email once, and a repeated delivery reaches none again', async (context) => {
    const [one, two, three] = [keeping(), keeping(), keeping()]
    const others = [handling('one', one.handler, two.handler), handling('three', three.handler)]
    const lab = await openMailLab(context, { others })
    const mail = rawEmail({ Subject: 'Hello' }, 'Text.')
    for (let tries = 0; tries < 2; tries += 1) await lab.deliver(mail)
    await lab.host.settleJobs()
    const [email] = await lab.emails()
    for (const { seen } of [one, two, three]) {
      assert.equal(seen.length, 1)
      const { id, from, to, subject, text } = seen[0] ?? {}
      assert.deepEqual(
        { id, from, to, subject, text: text?.trim() },
        { id: email?.id, from: 'ada@sender.example', to: [`info@${domain}`], subject: 'Hello', text: 'Text.' },
      )
    }
  })

  test('is told of emails that programs and lists sent, which it must not answer', async (context) => {
    const { seen, handler } = keeping()
    const lab = await openMailLab(context, { others: [handling('answering', handler)] })
    const own = await composeAutomatic(
      { to: [`info@${domain}`], subject: 'Own', text: 'Hi', fromName: 'Host' },
      { from: `info@${domain}`, date: new Date(), key: 'one' },
    )
    const raw = [
      rawEmail(),
      rawEmail({ 'Auto-Submitted': 'no' }),
      rawEmail({ 'Auto-Submitted': 'auto-replied (vacation)' }),
      rawEmail({ Precedence: 'bulk' }),
      rawEmail({ 'List-Id': 'News <news.sender.example>' }),
      own,
    ]
    for (const each of raw) await lab.deliver(each)
    await lab.host.settleJobs()
    const byId = new Map(seen.map(({ id, isAutomatic, isSpam }) => [id, [isAutomatic, isSpam]]))
    const ids = (await lab.emails()).map(({ id }) => id).toSorted()
    assert.deepEqual(
      ids.map((id) => byId.get(id)),
      [false, false, true, true, true, true].map((isAutomatic) => [isAutomatic, false]),
    )
  })

  test('one that fails harms no other, and gets the email again later', async (context) => {
    let failures = 3
    const tries: string[] = []
    const good = keeping()
    const failing: MailHandler = async (_scope, { id }) => {
      tries.push(id)
      if (failures-- > 0) throw new Error('planned')
    }
    const lab = await openMailLab(context, { others: [handling('failing', failing), handling('good', good.handler)] })
    await lab.deliver(rawEmail())
    await lab.host.settleJobs()
    assert.deepEqual([tries.length, good.seen.length], [1, 1])
    for (const minutes of [1, 2, 6, 20]) {
      lab.host.clock.advance({ minutes })
      await lab.host.settleJobs()
    }
    assert.deepEqual([tries.length, new Set(tries).size, good.seen.length], [4, 1, 1])
  })

  test('one that always fails ends after a day and pauses no work of mail', async (context) => {
    let tries = 0
    const failing: MailHandler = async () => {
      tries += 1
      throw new Error('planned')
    }
    const good = keeping()
    const lab = await openMailLab(context, { others: [handling('failing', failing), handling('good', good.handler)] })
    for (let count = 0; count < 30; count += 1) await lab.deliver(rawEmail())
    for (let hour = 0; hour < 30; hour += 1) {
      await lab.host.settleJobs()
      lab.host.clock.advance({ hours: 1 })
    }
    assert.equal(good.seen.length, 30)
    assert.equal(tries, 30 * 8)
    await lab.deliver(rawEmail())
    await lab.host.settleJobs()
    assert.equal(good.seen.length, 31)
  })

  test('one gets no email that was deleted before its turn, and none while its feature is off', async (context) => {
    const kept = keeping()
    const lab = await openMailLab(context, { others: [handling('kept', kept.handler)] })
    await lab.host.switchFeature('kept', false)
    await lab.deliver(rawEmail())
    await lab.host.settleJobs()
    assert.equal(kept.seen.length, 0)
    await lab.host.switchFeature('kept', true)
    const [email] = await lab.emails()
    assert.ok(email)
    const owner = lab.host.as('owner')
    await owner.call(deleteEmail, { id: email.id })
    await owner.call(deleteEmail, { id: email.id, permanently: true })
    await assert.rejects(owner.call(replayEmail, { id: email.id }), refused('not_found'))
  })
})

suite('replays', () => {
  test('an admin replays one email, with the same id; members and other workspaces can not', async (context) => {
    const kept = keeping()
    const lab = await openMailLab(context, { others: [handling('kept', kept.handler)] })
    await lab.deliver(rawEmail())
    await lab.host.settleJobs()
    const [email] = await lab.emails()
    const id = email?.id ?? ''
    assert.deepEqual(await lab.host.as('admin').call(replayEmail, { id }), { handlers: 1 })
    await lab.host.settleJobs()
    assert.deepEqual(
      kept.seen.map((mail) => mail.id),
      [id, id],
    )
    await assert.rejects(lab.host.as('member').call(replayEmail, { id }), refused('forbidden'))
    await assert.rejects(lab.host.as('otherOwner').call(replayEmail, { id }), refused('not_found'))
  })

  test('a range is replayed from a moment, behind a cursor, and for one mailbox', async (context) => {
    const kept = keeping()
    const lab = await openMailLab(context, { others: [handling('kept', kept.handler)] })
    const owner = lab.host.as('owner')
    const sales = await owner.call(createMailbox, { address: `sales@${domain}` })
    for (const [subject, to] of Object.entries({ one: 'info', two: 'sales', three: 'info', four: 'info' })) {
      await lab.deliver(rawEmail({ Subject: subject }), { to: `${to}@${domain}` })
      lab.host.clock.advance({ hours: 1 })
    }
    await lab.host.settleJobs()
    const emails = await lab.emails()
    const [second, third] = ['two', 'three'].map((name) => emails.find(({ subject }) => subject === name))
    assert.ok(second && third)
    const replayed = async (input: { since: string; until?: string; cursor?: string; mailboxId?: string }) => {
      kept.seen.length = 0
      await owner.call(replayEmails, input)
      await lab.host.settleJobs()
      return kept.seen.map(({ subject }) => subject).toSorted()
    }
    const [since, until] = [second.receivedAt, third.receivedAt]
    assert.deepEqual(await replayed({ since }), ['four', 'three', 'two'])
    assert.deepEqual(await replayed({ since, until }), ['two'])
    assert.deepEqual(await replayed({ since, cursor: third.id }), ['four'])
    assert.deepEqual(await replayed({ since: '2020-01-01T00:00:00Z', mailboxId: sales.id }), ['two'])
    await assert.rejects(owner.call(replayEmails, { since, mailboxId: 'mailbox_none' }), refused('not_found'))
  })
})
