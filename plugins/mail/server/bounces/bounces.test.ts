import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deliveryReport, feedbackReport } from '@host/email/testing'
import { Events } from '@host/plugin'
import { AuditLog } from '@host/plugin/platform'
import { openBounceLab } from '../testing/bounce-lab.ts'
import { domain, rawEmail } from '../testing/mail-lab.ts'
import { suppressedAmong } from '../suppressions/suppressed.ts'
import { bounceAddress } from './bounce-address.ts'

const unknown = { status: '5.1.1', diagnostic: '550 5.1.1 User unknown' }
const full = { status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' }

suite('bounces', () => {
  test('permanent bounce and complaint suppress by recipient (not mailbox), transient not, upsert counts', async (context) => {
    const lab = await openBounceLab(context)
    const [hard, again, soft, spam] = [
      await lab.send('ada@peer.example'),
      await lab.send('Ada@peer.example'),
      await lab.send('bob@peer.example'),
      await lab.send('eve@peer.example'),
    ]
    await lab.deliver(deliveryReport(unknown), { to: hard.bounces })
    await lab.deliver(deliveryReport(unknown), { to: again.bounces })
    await lab.deliver(deliveryReport(full), { to: soft.bounces })
    await lab.deliver(feedbackReport({ type: 'abuse' }), { to: spam.bounces })
    const suppressions = await lab.suppressions()
    assert.deepEqual(await lab.summary(), [
      ['ada@peer.example', 'bounce', 2],
      ['eve@peer.example', 'complaint', 1],
    ])
    assert.ok(suppressions.every(({ messageId }) => messageId !== null))
    assert.equal((await lab.recipient(hard.recipientId)).state, 'bounced')
    assert.equal((await lab.recipient(soft.recipientId)).state, 'bounced')
    assert.equal((await lab.recipient(spam.recipientId)).state, 'complained')
    assert.equal((await lab.emails()).length, 0)
  })

  test('a bounce changes its recipient only, and publishes an event once', async (context) => {
    const lab = await openBounceLab(context)
    const [one, other] = [await lab.send('ada@peer.example'), await lab.send('bob@peer.example')]
    // The report names another recipient: only the signed address counts.
    const report = deliveryReport({ ...unknown, recipient: 'bob@peer.example' })
    for (let times = 0; times < 3; times += 1) await lab.deliver(report, { to: one.bounces })
    assert.equal((await lab.recipient(one.recipientId)).state, 'bounced')
    assert.equal((await lab.recipient(other.recipientId)).state, 'delivered')
    const [suppression] = await lab.suppressions()
    assert.deepEqual([suppression?.address, suppression?.count], ['ada@peer.example', 1])
    const events = await lab.ctx.lookup(Events)?.read(lab.host.workspaces.here, { limit: 50 })
    assert.deepEqual(
      events?.items
        .map(({ name }) => name)
        .filter((name) => /bounced|suppression/.test(name))
        .toSorted(),
      ['email.bounced', 'suppression.created'],
    )
  })

  test('of several recipients of one transaction, those count whom the report names', async (context) => {
    const lab = await openBounceLab(context)
    const sent = await lab.sendTogether([
      'ada@peer.example',
      'bob@peer.example',
      'eve@peer.example',
      'cy@other.example',
    ])
    const [ada, bob, eve, cy] = sent.map(({ recipientId }) => recipientId)
    const bounces = sent[0]?.bounces ?? ''
    const report = (recipient: string) => lab.deliver(deliveryReport({ ...unknown, recipient }), { to: bounces })
    const states = async () =>
      await Promise.all([ada, bob, eve, cy].map(async (id = '') => (await lab.recipient(id)).state))
    // Neither an address that the message was not sent to nor one of another transaction leads to a recipient.
    const others = ['cy@other.example', 'strange@peer.example', 'elsewhere@forwarded.example']
    for (const address of others) await report(address)
    assert.deepEqual(await states(), ['delivered', 'delivered', 'delivered', 'delivered'])
    await report('BOB@peer.example')
    assert.deepEqual(await states(), ['delivered', 'bounced', 'delivered', 'delivered'])
    const complaint = feedbackReport({ type: 'abuse', recipient: 'eve@peer.example' })
    await lab.deliver(complaint, { to: bounces })
    assert.deepEqual(await states(), ['delivered', 'bounced', 'complained', 'delivered'])
    assert.deepEqual(await lab.summary(), [
      ['bob@peer.example', 'bounce', 1],
      ['eve@peer.example', 'complaint', 1],
    ])
  })

  test('policy refusals, delays and automatic replies suppress nothing', async (context) => {
    const lab = await openBounceLab(context)
    const { bounces, recipientId } = await lab.send('ada@peer.example')
    await lab.deliver(deliveryReport({ ...full, action: 'delayed' }), { to: bounces })
    await lab.deliver(rawEmail({ Subject: 'Out of office', 'Auto-Submitted': 'auto-replied' }), { to: bounces })
    await lab.deliver(feedbackReport({ type: 'not-spam' }), { to: bounces })
    assert.equal((await lab.recipient(recipientId)).state, 'delivered')
    for (const diagnostic of ['550 5.7.1 Rejected as spam', '550 Your server has a poor reputation']) {
      const sent = await lab.send('ada@peer.example')
      await lab.deliver(deliveryReport({ status: '5.7.1', diagnostic }), { to: sent.bounces })
      assert.equal((await lab.recipient(sent.recipientId)).state, 'bounced')
    }
    assert.deepEqual(await lab.suppressions(), [])
  })

  test('the fifth soft bounce in 30 days suppresses an address for 30 days', async (context) => {
    const lab = await openBounceLab(context)
    for (let times = 0; times < 5; times += 1) {
      assert.equal((await lab.suppressions()).length, 0)
      const { bounces } = await lab.send('ada@peer.example')
      for (let repeats = 0; repeats < 2; repeats += 1) await lab.deliver(deliveryReport(full), { to: bounces })
    }
    assert.equal((await lab.suppressions())[0]?.reason, 'soft-bounce')
    const db = lab.ctx.db.inWorkspace(lab.host.workspaces.here, 'ask for suppressed addresses')
    const asked = async () => [
      ...(await suppressedAmong(db, ['ADA@peer.example', 'x@y.example'], lab.host.clock.now())),
    ]
    assert.deepEqual(await asked(), ['ADA@peer.example'])
    lab.host.clock.advance({ days: 31 })
    assert.deepEqual(await asked(), [])
    await lab.host.settleJobs()
    await lab.host.as('owner').signIn()
    assert.deepEqual(await lab.suppressions(), [])
    const log = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { action: 'mail_suppression.expired' })
    assert.deepEqual(
      log.items.map(({ actor, after }) => [actor.kind, after]),
      [['host', { deleted: 1 }]],
    )
  })

  test('a forged report changes nothing', async (context) => {
    const lab = await openBounceLab(context)
    const { bounces, recipientId } = await lab.send('ada@peer.example')
    const forged = [
      bounces.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
      bounces.replace(domain, 'other.example'),
      await bounceAddress(lab, { recipientId: 'mailrecipient_01h455vb4pex5vsknk084sn02q', domain }),
      `info@${domain}`,
      `bounces@${domain}`,
    ]
    for (const to of forged) await lab.deliver(deliveryReport(unknown), { to })
    await lab.deliver(deliveryReport({ ...unknown, returned: `Return-Path: <${forged[0]}>` }), { to: `info@${domain}` })
    assert.equal((await lab.recipient(recipientId)).state, 'delivered')
    assert.deepEqual(await lab.suppressions(), [])
  })

  test('a report to a mailbox counts where it returns a message with a signed address, and is stored', async (context) => {
    const lab = await openBounceLab(context)
    const { bounces, recipientId } = await lab.send('ada@peer.example')
    const report = feedbackReport({ type: 'abuse', returned: `Return-Path: <${bounces}>` })
    await lab.deliver(report, { to: `info@${domain}` })
    assert.equal((await lab.recipient(recipientId)).state, 'complained')
    assert.equal((await lab.emails()).length, 1)
    // A reply that quotes the address does not count as a report.
    const quoted = await lab.send('bob@peer.example')
    await lab.deliver(rawEmail({ Subject: 'Undelivered' }, `Return-Path: <${quoted.bounces}>`), {
      to: `info@${domain}`,
    })
    assert.equal((await lab.recipient(quoted.recipientId)).state, 'delivered')
  })

  test('suppression per workspace: a workspace changes no recipient of another one', async (context) => {
    const lab = await openBounceLab(context)
    const { bounces, recipientId } = await lab.send('ada@peer.example', { orgId: lab.host.workspaces.there })
    // The endpoint belongs to the first workspace, the recipient to the second.
    await lab.deliver(deliveryReport(unknown), { to: bounces })
    assert.equal((await lab.recipient(recipientId)).state, 'delivered')
    const own = await lab.send('ada@peer.example')
    await lab.deliver(deliveryReport(unknown), { to: own.bounces })
    assert.equal((await lab.suppressions('owner')).length, 1)
    assert.deepEqual(await lab.suppressions('otherOwner'), [])
  })
})
