import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listAttempts, listOutgoing } from '../../shared.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'

suite('sending through a transport', () => {
  test('a message reaches all recipients of a domain in one transaction, and its log has every reply', async (context) => {
    const peer = await startPeer(context)
    const lab = await openSendLab(context)
    await addTransport(lab, peer)
    const to = ['ada@peer.example', 'bob@peer.example']
    const id = await lab.send({ to, bcc: ['carl@other.example'] })
    await lab.host.settleJobs()
    const received = peer.accepted.map(({ to: recipients }) => recipients)
    assert.deepEqual(
      received.toSorted((a, b) => b.length - a.length),
      [['ada@peer.example', 'bob@peer.example'], ['carl@other.example']],
    )
    assert.ok(peer.accepted.every(({ text }) => !text.includes('carl@')))
    assert.ok(peer.accepted.every(({ from }) => /^bounces\+\w+@acme\.example$/.test(from)))
    const details = await lab.details(id)
    assert.equal(details.state, 'done')
    assert.deepEqual([details.recipients.delivered, details.subject], [3, 'Hello'])
    assert.ok(details.all.every(({ state, reply }) => state === 'delivered' && reply === '250 2.0.0 Stored'))
    const { items } = await lab.host.as('owner').call(listAttempts, { id })
    assert.equal(items.length, 2)
    assert.match(items[0]?.transcript ?? '', /> MAIL FROM:<bounces[^]*> RCPT TO:<[^]*< 250 2\.0\.0 Stored/)
    const { items: listed } = await lab.host.as('owner').call(listOutgoing, { result: 'delivered' })
    assert.deepEqual(
      listed.map((each) => each.id),
      [id],
    )
  })

  test('each recipient has a result of its own', async (context) => {
    const peer = await startPeer(context, {
      onRecipient: (_session, address) => {
        if (address.startsWith('none@')) return { code: 550, enhanced: '5.1.1', text: 'Unknown' }
        return address.startsWith('later@') ? { code: 451, enhanced: '4.2.1', text: 'Later' } : 'accepted'
      },
    })
    const lab = await openSendLab(context)
    await addTransport(lab, peer)
    const id = await lab.send({ to: ['ada@peer.example', 'none@peer.example', 'later@peer.example'] })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), {
      'ada@peer.example': 'delivered',
      'none@peer.example': 'refused',
      'later@peer.example': 'deferred',
    })
  })
})
