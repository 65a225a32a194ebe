import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Edge } from '@host/plugin/platform'
import { domain } from '../testing/mail-lab.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'

test('a message whose domain the workspace has lost waits with the reason, and is sent once the domain is verified again', async (context) => {
  const peer = await startPeer(context)
  const lab = await openSendLab(context)
  await addTransport(lab, peer)
  const id = await lab.send({ delay: 3_600_000 })
  const { here } = lab.host.workspaces
  await lab.host.service(Edge).disprove(here, domain)
  lab.host.clock.advance({ hours: 1 })
  await lab.host.settleJobs()
  const [recipient] = (await lab.details(id)).all
  assert.equal(recipient?.state, 'deferred')
  assert.match(recipient.reply, /^450 4\.7\.0 The workspace no longer has a proof of acme\.example/)
  assert.equal(peer.accepted.length, 0)
  await lab.host.proveHost(domain)
  lab.host.clock.advance({ minutes: 5 })
  await lab.host.settleJobs()
  assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'delivered' })
  assert.equal(peer.accepted.length, 1)
})
