import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  changeTransport,
  createTransport,
  deleteTransport,
  listAttempts,
  listTransports,
  orderTransports,
  testTransport,
} from '../../shared.ts'
import { startLossyPeer } from '../testing/lossy-peer.ts'
import { domain } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'

const secret = 'smtp-password-0123456789'
const provider = {
  name: 'Provider',
  host: 'smtp.provider.example',
  port: 465,
  security: 'implicit',
  username: 'acme',
  password: secret,
} as const

suite('transports', () => {
  test('a password is sealed, never sent back, and given to no other server', async (context) => {
    const lab = await openSendLab(context)
    const owner = lab.host.as('owner')
    const transport = await owner.call(createTransport, provider)
    assert.equal(transport.hasPassword, true)
    const { items } = await owner.call(listTransports)
    assert.ok(!JSON.stringify(items).includes(secret))
    assert.ok(!JSON.stringify(lab.host.logs).includes(secret))
    const { id } = transport
    const elsewhere = { id, host: 'smtp.other.example' }
    await assert.rejects(owner.call(changeTransport, elsewhere), refused('invalid_input', 'password'))
    await owner.call(changeTransport, { ...elsewhere, password: 'another' })
    await owner.call(changeTransport, { id, username: '', password: '' })
    const [changed] = (await owner.call(listTransports)).items
    assert.deepEqual([changed?.host, changed?.hasPassword, changed?.port], ['smtp.other.example', false, 465])
    await owner.call(deleteTransport, { id })
    await assert.rejects(lab.host.as('member').call(listTransports), refused('forbidden'))
  })

  test('header injection: names, users and senders with line breaks are refused at their field', async (context) => {
    const lab = await openSendLab(context)
    const owner = lab.host.as('owner')
    const cases: readonly (readonly [string, object])[] = [
      ['host', { host: 'smtp.example.com\r\nRCPT TO:<eve@x.example>' }],
      ['host', { host: 'smtp.example.com:25' }],
      ['username', { username: 'acme\r\nX' }],
      ['name', { name: 'a\r\nb' }],
      ['systemFrom', { systemFrom: `a@${domain}\r\nBcc: eve@x.example` }],
      ['systemFrom', { systemFrom: 'info@other.example' }],
      ['fromDomains.0', { fromDomains: ['a b'] }],
      ['security', { security: 'none' }],
      ['password', { password: '' }],
    ]
    for (const [field, change] of cases) {
      await assert.rejects(owner.call(createTransport, { ...provider, ...change }), refused('invalid_input', field))
    }
  })

  test('private SMTP only when opened', async (context) => {
    const peer = await startPeer(context)
    const closed = await openSendLab(context, { environment: { HOST_SAFEHTTP_ALLOW: '' } })
    await assert.rejects(addTransport(closed, peer), refused('invalid_input', 'host'))
    const named = { name: 'Named', host: 'localhost.example', port: peer.server.port, security: 'none' } as const
    await closed.host.as('owner').call(createTransport, named)
    const id = await closed.send()
    await closed.host.settleJobs()
    assert.deepEqual(await closed.states(id), { 'ada@peer.example': 'deferred' })
    const opened = await openSendLab(context)
    await addTransport(opened, peer)
    await opened.send()
    await opened.host.settleJobs()
    assert.equal(peer.accepted.length, 1)
  })

  test('AUTH gone = failure: a server that offers no login gets no message and no password', async (context) => {
    const peer = await startPeer(context)
    const lab = await openSendLab(context)
    const owner = lab.host.as('owner')
    const { id } = await owner.call(createTransport, {
      ...provider,
      host: '127.0.0.1',
      port: peer.server.port,
      security: 'starttls',
    })
    const result = await owner.call(testTransport, { id })
    assert.deepEqual([result.isAccepted, result.reply.includes('TLS')], [false, true])
    assert.ok(!result.transcript.includes(secret))
    assert.equal(peer.accepted.length, 0)
  })

  test('the next one takes what one defers, and nothing that it refuses', async (context) => {
    const failing = await startPeer(context, {
      onRecipient: (_session, address) =>
        address.startsWith('none@')
          ? { code: 550, enhanced: '5.1.1', text: 'Unknown' }
          : { code: 451, enhanced: '4.3.0', text: 'Later' },
    })
    const peer = await startPeer(context)
    const lab = await openSendLab(context)
    await addTransport(lab, failing, 'First')
    await addTransport(lab, peer, 'Second')
    const id = await lab.send({ to: ['none@peer.example', 'ada@peer.example'] })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), { 'none@peer.example': 'refused', 'ada@peer.example': 'delivered' })
    const { items } = await lab.host.as('owner').call(listAttempts, { id })
    assert.deepEqual(
      items.map(({ via }) => via),
      ['Second', 'First'],
    )
  })

  test('they are tried in their order, by the domain of the sender, and only while they are on', async (context) => {
    const [one, two] = [await startPeer(context), await startPeer(context)]
    const lab = await openSendLab(context)
    const owner = lab.host.as('owner')
    const [first, second] = [await addTransport(lab, one, 'One'), await addTransport(lab, two, 'Two')]
    await owner.call(orderTransports, { ids: [second, first] })
    await lab.send()
    await lab.host.settleJobs()
    assert.deepEqual([one.accepted.length, two.accepted.length], [0, 1])
    await owner.call(changeTransport, { id: second, fromDomains: ['other.example'] })
    await lab.send()
    await lab.host.settleJobs()
    assert.deepEqual([one.accepted.length, two.accepted.length], [1, 1])
    await owner.call(changeTransport, { id: first, isOn: false })
    const id = await lab.send()
    await lab.host.settleJobs()
    assert.match((await lab.details(id)).all[0]?.reply ?? '', /No server takes the message/)
    await assert.rejects(owner.call(orderTransports, { ids: [first] }), refused('conflict'))
  })

  test('one that hangs delays no message of another workspace', async (context) => {
    const hanging = await startLossyPeer(context, 'hang')
    const lab = await openSendLab(context)
    await addTransport(lab, hanging)
    for (let at = 0; at < 6; at += 1) await lab.send({ to: [`a${at}@peer.example`] })
    const peer = await startPeer(context)
    await lab.host.proveHost('there.example', lab.host.workspaces.there)
    const there = lab.host.as('otherOwner')
    const transport = { name: 'Peer', host: '127.0.0.1', port: peer.server.port, security: 'none' } as const
    const { id } = await there.call(createTransport, transport)
    assert.equal((await there.call(testTransport, { id })).isAccepted, true)
    assert.ok(hanging.seen.messages <= 5)
  })
})
