import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { createServer } from 'node:tls'
import { missingTools, Postfix } from '@host/email/testing'
import { createTransport, listAttempts, listSuppressions, testTransport } from '../../shared.ts'
import { domain as ownDomain } from '../testing/mail-lab.ts'
import { trusted } from '../testing/authority.ts'
import { startNameServer } from '../testing/name-server.ts'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'
import { portOf, serverName } from '../testing/smtp-lab.ts'

const tls = trusted('peer.example')

suite('ways out', () => {
  test('direct delivery finds the server of each domain, and uses TLS where it is offered', async (context) => {
    const peer = await startPeer(context, { tls })
    const { address } = await startNameServer(context, {
      'MX one.example': '10 peer.example',
      'MX silent.example': '0 .',
      'A peer.example': '127.0.0.1',
    })
    const lab = await openSendLab(context, {
      environment: {
        HOST_MAIL_DIRECT: `${peer.server.port}`,
        HOST_DNS_RESOLVERS: address,
        HOST_SMTP_NAME: 'out.example',
      },
    })
    const id = await lab.send({ to: ['ada@one.example', 'bob@silent.example', 'carl@none.example'] })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), {
      'ada@one.example': 'delivered',
      'bob@silent.example': 'refused',
      'carl@none.example': 'refused',
    })
    const { items } = await lab.host.as('owner').call(listAttempts, { id })
    const attempt = items.find(({ domain }) => domain === 'one.example')
    assert.match(attempt?.tls ?? '', /^TLSv1\.3/)
    assert.match(attempt?.transcript ?? '', /> EHLO out\.example/)
  })

  test('STARTTLS is required: a server without it, or with another name in its certificate, gets no message', async (context) => {
    const [plain, other] = [await startPeer(context), await startPeer(context, { tls })]
    const lab = await openSendLab(context)
    const owner = lab.host.as('owner')
    for (const { server } of [plain, other]) {
      const transport = { name: 'Peer', host: '127.0.0.1', port: server.port, security: 'starttls' } as const
      const { id } = await owner.call(createTransport, transport)
      const { isAccepted, reply } = await owner.call(testTransport, { id })
      assert.deepEqual([isAccepted, /TLS/.test(reply)], [false, true])
    }
    assert.equal(plain.accepted.length + other.accepted.length, 0)
  })

  test('implicit TLS on 465: the connection begins with TLS, and the certificate must have the name of the server', async (context) => {
    const peer = await startPeer(context)
    const front = createServer(tls, (socket) => {
      const inner = connect({ port: peer.server.port, host: '127.0.0.1' })
      socket.pipe(inner).pipe(socket)
      for (const each of [socket, inner]) each.on('error', () => each.destroy())
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    context.after(() => void front.close())
    const { port } = front.address() as AddressInfo
    const { address } = await startNameServer(context, {
      'A peer.example': '127.0.0.1',
      'A other.example': '127.0.0.1',
    })
    const lab = await openSendLab(context, { environment: { HOST_DNS_RESOLVERS: address } })
    const owner = lab.host.as('owner')
    const outcomes = new Map<string, boolean>()
    for (const host of ['peer.example', 'other.example']) {
      const { id } = await owner.call(createTransport, { name: host, host, port, security: 'implicit' })
      outcomes.set(host, (await owner.call(testTransport, { id })).isAccepted)
    }
    assert.deepEqual(Object.fromEntries(outcomes), { 'peer.example': true, 'other.example': false })
    assert.equal(peer.accepted.length, 1)
  })

  test('an address that does not exist is suppressed, and one that is refused by policy is not', async (context) => {
    const peer = await startPeer(context, {
      onRecipient: (_session, address) =>
        address.startsWith('none@')
          ? { code: 550, enhanced: '5.1.1', text: 'No such user here' }
          : { code: 550, enhanced: '5.7.1', text: 'Message rejected as spam' },
    })
    const lab = await openSendLab(context)
    await addTransport(lab, peer)
    const to = ['none@peer.example', 'policy@peer.example']
    await lab.send({ to })
    await lab.host.settleJobs()
    const id = await lab.send({ to })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), { 'none@peer.example': 'suppressed', 'policy@peer.example': 'refused' })
  })
})

suite('Postfix as a sending server', { skip: missingTools('postfix') }, () => {
  test('takes a message, and refuses one recipient of it', async (context) => {
    const peer = await startPeer(context)
    const access = 'check_recipient_access inline:{ {none@peer.example = 550 5.1.1 unknown} }'
    const postfix = await Postfix.start(peer.server.port, [`smtpd_recipient_restrictions = ${access}, permit`])
    context.after(() => postfix.stop())
    const lab = await openSendLab(context)
    await addTransport(lab, { server: postfix }, 'Postfix')
    const id = await lab.send({ to: ['ada@peer.example', 'none@peer.example'], subject: '问候 & Grüße' })
    await lab.host.settleJobs()
    assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'delivered', 'none@peer.example': 'refused' })
    const { all } = await lab.details(id)
    assert.match(all.find(({ state }) => state === 'delivered')?.reply ?? '', /^250 2\.0\.0 Ok: queued as \w+$/)
  })

  test('its bounce comes back by SMTP and suppresses the recipient that it names, and no other', async (context) => {
    const peer = await startPeer(context, {
      onRecipient: (_session, address) =>
        address.startsWith('none@') ? { code: 550, enhanced: '5.1.1', text: 'No such user here' } : 'accepted',
    })
    const environment = {
      HOST_SMTP_LISTEN: '127.0.0.1:0',
      HOST_SMTP_NAME: serverName,
      HOST_DNS_RESOLVERS: '127.0.0.1:1',
    }
    const lab = await openSendLab(context, { environment })
    await lab.host.listen()
    const back = `transport_maps = inline:{ { ${ownDomain} = smtp:[127.0.0.1]:${portOf(lab.host)} } }`
    const postfix = await Postfix.start(peer.server.port, [back])
    context.after(() => postfix.stop())
    await addTransport(lab, { server: postfix }, 'Postfix')
    const id = await lab.send({ to: ['ada@peer.example', 'none@peer.example'] })
    await lab.host.settleJobs()
    await postfix.logged(new RegExp(`from=<>[^]*to=<bounces\\+\\w+@${ownDomain}>.*dsn=2\\.0\\.0, status=sent`))
    assert.deepEqual(await lab.states(id), { 'ada@peer.example': 'delivered', 'none@peer.example': 'bounced' })
    const { items } = await lab.host.as('owner').call(listSuppressions, {})
    assert.deepEqual(
      items.map(({ address, reason }) => [address, reason]),
      [['none@peer.example', 'bounce']],
    )
    assert.deepEqual(await lab.emails({ folder: 'inbox' }), [])
  })
})
