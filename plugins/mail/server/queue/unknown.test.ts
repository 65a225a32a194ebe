import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changeTransport, listOutgoing, markDelivered, retryOutgoing, sendAgain } from '../../shared.ts'
import { startLossyPeer } from '../testing/lossy-peer.ts'
import { refused } from '../testing/refused.ts'
import { addTransport, openSendLab, startPeer, type SendLab } from '../testing/send-lab.ts'

async function passDays(lab: SendLab): Promise<void> {
  for (let day = 0; day < 4; day += 1) {
    lab.host.clock.advance({ days: 1 })
    await lab.host.settleJobs()
  }
}

suite('a message whose fate is unknown', () => {
  test('is shown as such and never sent again by itself', async (context) => {
    const { server, seen } = await startLossyPeer(context)
    const lab = await openSendLab(context)
    await addTransport(lab, { server })
    const id = await lab.send()
    await lab.host.settleJobs()
    await passDays(lab)
    assert.equal(seen.messages, 1)
    const owner = lab.host.as('owner')
    const { items } = await owner.call(listOutgoing, { result: 'unknown' })
    assert.deepEqual(
      items.map((each) => each.id),
      [id],
    )
    await assert.rejects(owner.call(retryOutgoing, { id }), refused('conflict'))
    assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'unknown' })
  })

  test('is sent again only where a person says so', async (context) => {
    const lossy = await startLossyPeer(context)
    const lab = await openSendLab(context)
    const owner = lab.host.as('owner')
    const first = await addTransport(lab, lossy)
    const id = await lab.send({ to: ['ada@peer.example', 'bob@peer.example'] })
    await lab.host.settleJobs()
    const peer = await startPeer(context)
    await owner.call(changeTransport, { id: first, port: peer.server.port })
    const bob = (await lab.details(id)).all.find(({ address }) => address.startsWith('bob'))
    await owner.call(sendAgain, { id, recipientIds: [bob?.id ?? ''] })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'unknown', 'bob@peer.example': 'delivered' })
    assert.deepEqual(
      peer.accepted.map(({ to }) => to),
      [['bob@peer.example']],
    )
    await owner.call(markDelivered, { id })
    assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'delivered', 'bob@peer.example': 'delivered' })
    await assert.rejects(owner.call(sendAgain, { id }), refused('conflict'))
    assert.equal(lossy.seen.messages, 1)
  })
})
