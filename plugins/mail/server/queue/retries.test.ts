import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { cancelOutgoingMessage, listAttempts, retryAllOutgoing, retryOutgoing } from '../../shared.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'
import { refused } from '../testing/refused.ts'

/** A peer whose replies to recipients a test sets. */
async function openRetryLab(context: Parameters<typeof startPeer>[0], environment = {}) {
  const replies = { next: [] as { code: number; enhanced: string; text: string }[], asked: 0 }
  const peer = await startPeer(context, {
    onRecipient: () => {
      replies.asked += 1
      return replies.next.shift() ?? 'accepted'
    },
  })
  const lab = await openSendLab(context, { environment })
  await addTransport(lab, peer)
  return { lab, peer, replies }
}

const later = { code: 451, enhanced: '4.3.0', text: 'Later' }
const always = (count: number) => Array.from({ length: count }, () => later)

suite('further attempts', () => {
  test('queue, retry: attempts follow after 1, 5, 15 and 60 minutes, then 2, 4 and 8 hours, and end after 72 hours', async (context) => {
    const { lab, replies } = await openRetryLab(context)
    replies.next = always(100)
    const id = await lab.send()
    await lab.host.settleJobs()
    const minutes = [1, 5, 15, 60, 120, 240, ...Array.from({ length: 8 }, () => 480)]
    for (const wait of minutes) {
      const before = replies.asked
      lab.host.clock.advance({ seconds: wait * 60 - 1 })
      await lab.host.settleJobs()
      assert.equal(replies.asked, before, `too early after ${wait} minutes`)
      lab.host.clock.advance({ seconds: 1 })
      await lab.host.settleJobs()
      assert.equal(replies.asked, before + 1, `not after ${wait} minutes`)
    }
    const details = await lab.details(id)
    assert.deepEqual([details.state, details.all[0]?.state], ['done', 'refused'])
    assert.equal(details.all[0]?.reply, 'No further attempt follows. 451 4.3.0 Later')
    const { items } = await lab.host.as('owner').call(listAttempts, { id })
    assert.equal(items.length, 15)
  })

  test('a server that greylists is asked again after five minutes, and then the message arrives once', async (context) => {
    const { lab, peer, replies } = await openRetryLab(context)
    replies.next = [{ code: 450, enhanced: '4.7.1', text: 'Greylisted' }]
    const id = await lab.send()
    await lab.host.settleJobs()
    lab.host.clock.advance({ minutes: 4 })
    await lab.host.settleJobs()
    assert.equal(peer.accepted.length, 0)
    lab.host.clock.advance({ minutes: 1 })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'delivered' })
    assert.equal(peer.accepted.length, 1)
  })

  test('people retry at once, also what was refused, and cancel what waits', async (context) => {
    const { lab, peer, replies } = await openRetryLab(context)
    const owner = lab.host.as('owner')
    replies.next = [later, { code: 550, enhanced: '5.7.1', text: 'No' }]
    const [waiting, failed] = [await lab.send(), await lab.send({ to: ['bob@other.example'] })]
    await lab.host.settleJobs()
    assert.deepEqual(await owner.call(retryAllOutgoing, { ids: [waiting, failed] }), { recipients: 2 })
    await lab.host.settleJobs()
    assert.equal(peer.accepted.length, 2)
    await assert.rejects(owner.call(retryOutgoing, { id: waiting }), refused('conflict'))
    replies.next = [later]
    const canceled = await lab.send()
    await lab.host.settleJobs()
    await owner.call(cancelOutgoingMessage, { id: canceled })
    lab.host.clock.advance({ days: 1 })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(canceled), { 'ada@peer.example': 'canceled' })
    assert.equal(peer.accepted.length, 2)
  })

  test('usage per recipient: a workspace that has used its hour waits for the next one, and no message is lost', async (context) => {
    const { lab, peer } = await openRetryLab(context, { HOST_MAIL_HOURLY_LIMIT: '3' })
    const to = Array.from({ length: 5 }, (_, at) => `a${at}@peer.example`)
    await lab.send({ to })
    await lab.host.settleJobs()
    assert.deepEqual(
      peer.accepted.map((each) => each.to.length),
      [3],
    )
    lab.host.clock.advance({ hours: 1 })
    await lab.host.settleJobs()
    assert.deepEqual(peer.accepted.flatMap((each) => each.to).toSorted(), to)
  })

  test('a message waits for its time', async (context) => {
    const { lab, peer } = await openRetryLab(context)
    const id = await lab.send({ delay: 30_000 })
    await lab.host.settleJobs()
    assert.deepEqual([(await lab.details(id)).state, peer.accepted.length], ['scheduled', 0])
    lab.host.clock.advance({ seconds: 30 })
    await lab.host.settleJobs()
    assert.deepEqual([(await lab.details(id)).state, peer.accepted.length], ['done', 1])
  })
})
