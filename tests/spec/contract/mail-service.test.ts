import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Mail } from '@host/plugin'
import { addSuppression, changeTransport, listOutgoing } from '../../../plugins/mail/shared.ts'
import { domain } from '../../../plugins/mail/server/testing/mail-lab.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { addTransport, openSendLab, startPeer, type Peer } from '../../../plugins/mail/server/testing/send-lab.ts'

const signal = new AbortController().signal

function systemAt({ server }: Peer) {
  return { HOST_SMTP_URL: `smtp://127.0.0.1:${server.port}`, HOST_SMTP_FROM: 'Host <host@instance.example>' }
}

const mail = { to: ['ada@peer.example'], subject: 'Hello', text: 'Secret link' }

suite('emails of plugins', () => {
  test('one of a workspace goes through its transport, from its own address, once however often its job runs', async (context) => {
    const [system, own] = [await startPeer(context), await startPeer(context)]
    const lab = await openSendLab(context, { environment: systemAt(system), others: [smtp] })
    const owner = lab.host.as('owner')
    const id = await addTransport(lab, own)
    const orgId = lab.host.workspaces.here
    const service = lab.host.service(Mail)
    const send = async (key: string) => await service.send({ ...mail, orgId }, { id: key, signal })
    await send('job_1')
    await lab.host.settleJobs()
    assert.deepEqual([system.accepted.length, own.accepted.length], [1, 0])
    assert.match(system.accepted[0]?.text ?? '', /^From: Host <host@instance\.example>\r$/m)
    await owner.call(changeTransport, { id, systemFrom: `noreply@${domain}` })
    for (let tries = 0; tries < 2; tries += 1) await send('job_2')
    await lab.host.settleJobs()
    assert.deepEqual([system.accepted.length, own.accepted.length], [1, 1])
    const { text = '' } = own.accepted[0] ?? {}
    assert.match(text, /^From: noreply@acme\.example\r$/m)
    assert.match(text, /^Message-ID: <job_2@acme\.example>\r$/m)
    assert.match(text, /^Date: /m)
    const { items } = await owner.call(listOutgoing, {})
    assert.deepEqual(
      items.map(({ mailboxId, state }) => [mailboxId, state]),
      [
        [null, 'done'],
        [null, 'done'],
      ],
    )
    assert.equal((await lab.host.as('member').call(listOutgoing, {})).items.length, 0)
  })

  test('system mail without workspace, clear failure: it goes through the server of the operator, or fails with the missing server named', async (context) => {
    const system = await startPeer(context)
    const lab = await openSendLab(context, { environment: systemAt(system), others: [smtp] })
    const service = lab.host.service(Mail)
    assert.equal(await service.canSend?.(), true)
    await service.send(mail, { id: 'job_1', signal })
    assert.equal(system.accepted.length, 1)
    const without = await openSendLab(context, { others: [smtp] })
    const silent = without.host.service(Mail)
    assert.equal(await silent.canSend?.(), false)
    await assert.rejects(silent.send(mail, { id: 'job_1', signal }), { code: 'service_unavailable' })
    const orgId = without.host.workspaces.here
    await assert.rejects(silent.send({ ...mail, orgId }, { id: 'job_1', signal }), { code: 'service_unavailable' })
  })

  test('suppression per workspace: it stops emails of plugins too, and none of another workspace or of the instance', async (context) => {
    const system = await startPeer(context)
    const lab = await openSendLab(context, { environment: systemAt(system), others: [smtp] })
    await lab.host.as('owner').call(addSuppression, { address: 'ada@peer.example' })
    const service = lab.host.service(Mail)
    const { here, there } = lab.host.workspaces
    const orgIds = { here, there, instance: undefined }
    for (const [subject, orgId] of Object.entries(orgIds)) {
      await service.send({ ...mail, orgId, subject }, { id: `job_${subject}`, signal })
    }
    await lab.host.settleJobs()
    const subjects = system.accepted.map(({ text }) => /^Subject: (\w+)/m.exec(text)?.[1])
    assert.deepEqual(new Set(subjects), new Set(['instance', 'there']))
    const [message] = (await lab.host.as('owner').call(listOutgoing, {})).items
    assert.deepEqual(await lab.states(message?.id ?? ''), { 'ada@peer.example': 'suppressed' })
  })

  test('one whose deadline has passed is not sent, and its text is gone once it is delivered', async (context) => {
    const system = await startPeer(context)
    const lab = await openSendLab(context, { environment: systemAt(system), others: [smtp] })
    const service = lab.host.service(Mail)
    const orgId = lab.host.workspaces.here
    const deadline = new Date(lab.host.clock.now() - 1_000).toISOString()
    await service.send({ ...mail, orgId, deadline }, { id: 'job_1', signal })
    await service.send({ ...mail, orgId, text: '收件人 😀'.repeat(40_000) }, { id: 'job_2', signal })
    await lab.host.settleJobs()
    assert.equal(system.accepted.length, 1)
    const { items } = await lab.host.as('owner').call(listOutgoing, { result: 'failed' })
    assert.equal(items.length, 1)
  })

  test('one that can not be composed fails with the reason, and is not tried again', async (context) => {
    const system = await startPeer(context)
    const lab = await openSendLab(context, { environment: systemAt(system), others: [smtp] })
    const orgId = lab.host.workspaces.here
    await lab.host.service(Mail).send({ ...mail, orgId, subject: 'a\r\nBcc: eve@x.example' }, { id: 'job_1', signal })
    await lab.host.settleJobs()
    const { items } = await lab.host.as('owner').call(listOutgoing, {})
    const details = await lab.details(items[0]?.id ?? '')
    assert.equal(details.all[0]?.state, 'refused')
    assert.match(details.all[0]?.reply ?? '', /^550 5\.6\.0 Remove line breaks/)
    assert.equal(system.accepted.length, 0)
  })
})
