import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryReport } from '@host/email/testing'
import { changeTransport, listConversation, listEmails, readEmail, readOutgoing } from '../../shared.ts'
import { rawEmail } from '../testing/mail-lab.ts'
import { startLossyPeer } from '../testing/lossy-peer.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'

const userUnknown = { status: '5.1.1', diagnostic: '550 5.1.1 User unknown' }

test('a sent email states how far its delivery is, and leads to the state of each recipient', async (context) => {
  const peer = await startPeer(context, {
    onRecipient: (_session, address) => {
      if (address.startsWith('none@')) return { code: 550, enhanced: '5.1.1', text: 'Unknown' }
      return address.startsWith('later@') ? { code: 451, enhanced: '4.2.1', text: 'Later' } : 'accepted'
    },
  })
  const lab = await openSendLab(context)
  const owner = lab.host.as('owner')
  const transport = await addTransport(lab, peer)
  const send = async (subject: string, ...to: string[]) =>
    await lab.send({ subject, to: to.map((name) => `${name}@peer.example`) })
  const states = async () => {
    const { items } = await owner.call(listEmails, { folder: 'sent' })
    return Object.fromEntries(items.map(({ subject, delivery }) => [subject, delivery?.state]))
  }
  await lab.send({ subject: 'Planned', delay: 3_600_000 })
  const accepted = await send('Accepted', 'ada', 'bob')
  await send('Refused', 'none')
  await send('Refused for one', 'none', 'ada')
  const late = await send('Asked to wait', 'later', 'ada')
  await lab.host.settleJobs()
  await owner.call(changeTransport, { id: transport, port: (await startLossyPeer(context)).server.port })
  await send('Lost', 'ada')
  await lab.host.settleJobs()
  assert.deepEqual(await states(), {
    Planned: 'scheduled',
    Accepted: 'delivered',
    Refused: 'failed',
    'Refused for one': 'partial',
    'Asked to wait': 'deferred',
    Lost: 'unknown',
  })

  const { items } = await owner.call(listEmails, { folder: 'sent', q: 'wait' })
  const id = items[0]?.id ?? ''
  const { delivery } = await owner.call(readEmail, { id })
  assert.deepEqual(delivery, { outgoingId: late, state: 'deferred' })
  const { items: talk } = await owner.call(listConversation, { id })
  assert.deepEqual(talk[0]?.delivery, delivery)
  const { all } = await owner.call(readOutgoing, { id: late })
  const deferred = all.find(({ state }) => state === 'deferred')
  assert.equal(deferred?.reply, '451 4.2.1 Later')
  assert.ok(Date.parse(deferred?.nextAt ?? '') > lab.host.clock.now())

  const from = peer.accepted.find(({ text }) => text.includes('Subject: Accepted'))?.from ?? ''
  const bounce = async (recipient: string) =>
    await lab.deliver(deliveryReport({ recipient, ...userUnknown }), { to: from })
  await bounce('ada@peer.example')
  assert.equal((await states())['Accepted'], 'partial')
  await bounce('bob@peer.example')
  assert.equal((await states())['Accepted'], 'failed')
  assert.deepEqual(await lab.states(accepted), { 'ada@peer.example': 'bounced', 'bob@peer.example': 'bounced' })
  await lab.deliver(rawEmail({ Subject: 'Received' }))
  const { items: received } = await owner.call(listEmails, { folder: 'inbox' })
  assert.deepEqual(
    received.map((email) => email.delivery),
    [null],
  )
})
