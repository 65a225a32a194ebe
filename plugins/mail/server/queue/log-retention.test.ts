import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { deleteEmail, listAttempts, listEmails, listOutgoing, readEmail, retryOutgoing } from '../../shared.ts'
import { refused } from '../testing/refused.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'

test('the log has a message for 90 days after its last result and its last 20 attempts; the email in Sent stays', async (context) => {
  let isClosed = true
  const later = { code: 451, enhanced: '4.3.0', text: 'Later' }
  const peer = await startPeer(context, { onRecipient: () => (isClosed ? later : 'accepted') })
  const lab = await openSendLab(context)
  const owner = lab.host.as('owner')
  await addTransport(lab, peer)
  const pass = async (days: number) => {
    lab.host.clock.advance({ days })
    await lab.host.settleJobs()
    await owner.signIn()
  }
  const id = await lab.send()
  await lab.host.settleJobs()
  for (let tries = 0; tries < 21; tries += 1) {
    await owner.call(retryOutgoing, { id })
    await lab.host.settleJobs()
  }
  isClosed = false
  await owner.call(retryOutgoing, { id })
  await lab.host.settleJobs()
  const { items } = await owner.call(listAttempts, { id })
  assert.deepEqual([items.length, items[0]?.results[0]?.outcome], [20, 'delivered'])
  const deleted = await lab.send({ subject: 'Deleted' })
  await lab.host.settleJobs()
  const [gone, sent] = (await owner.call(listEmails, { folder: 'sent' })).items
  await owner.call(deleteEmail, { id: gone?.id ?? '' })
  await owner.call(deleteEmail, { id: gone?.id ?? '', permanently: true })
  await pass(89)
  assert.deepEqual(
    (await owner.call(listOutgoing, {})).items.map((each) => each.id).toSorted(),
    [deleted, id].toSorted(),
  )
  await pass(2)
  assert.deepEqual((await owner.call(listOutgoing, {})).items, [])
  await assert.rejects(owner.call(listAttempts, { id }), refused('not_found'))
  const log = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { action: 'mail_outgoing.expired' })
  assert.deepEqual(
    log.items.map(({ after }) => after),
    [{ deleted: 2 }],
  )
  assert.equal((await owner.call(readEmail, { id: sent?.id ?? '' })).folder, 'sent')
})
