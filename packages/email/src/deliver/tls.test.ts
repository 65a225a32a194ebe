import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { certify } from '@host/testing/hostile-lab'
import { openSmtpLab, type SmtpLab } from '../smtp/testing/smtp-lab.ts'
import type { StsPolicy } from './mta-sts/sts-policy.ts'
import { deliverTo, outcomesOf } from './testing/delivery-lab.ts'
import { answer, startScriptedServer, usual } from './testing/scripted-server.ts'

const authority = certify('Laboratory')
const authorities = [authority.cert]
const policy: StsPolicy = { mode: 'enforce', mx: ['*.example.com'], maxAge: 86_400 }

async function labWith(name: string): Promise<SmtpLab> {
  const { cert, key } = certify(name, authority)
  return openSmtpLab({ tls: { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) } })
}

suite('opportunistic TLS', () => {
  test('is used with any certificate', async () => {
    await using lab = await labWith('other.example.net')
    const delivery = await deliverTo(lab.server.port)
    assert.deepEqual(outcomesOf(delivery), ['delivered reply 2.0.0'])
    assert.deepEqual([delivery.tls?.protocol, delivery.tls?.isVerified], ['TLSv1.3', false])
    assert.notEqual(lab.messages[0]?.session.tls, undefined)
  })

  test('gives way to a connection without TLS when the handshake fails', async () => {
    const server = await startScriptedServer(
      async (peer) => {
        peer.send('220 mx\r\n')
        await answer(peer, { EHLO: '250-mx\r\n250 STARTTLS\r\n' })
        peer.send('220 go\r\n')
        peer.socket.once('data', () => peer.send('no handshake\r\n'))
      },
      async (peer) => {
        peer.send('220 mx\r\n')
        await answer(peer, { ...usual, EHLO: '250-mx\r\n250 STARTTLS\r\n' })
        peer.send('354 go\r\n')
        await peer.until('\r\n.\r\n')
        peer.send('250 2.0.0 OK\r\n')
      },
    )
    assert.deepEqual(outcomesOf(await deliverTo(server.port)), ['delivered reply 2.0.0'])
    assert.equal(server.received.length, 2)
    assert.equal(server.received[1]?.includes('STARTTLS'), false)
    await server[Symbol.asyncDispose]()
  })
})

suite('MTA-STS', () => {
  const stsPolicyOf = async (): Promise<StsPolicy> => policy

  test('a verified server gets the message', async () => {
    await using lab = await labWith('mx.example.com')
    const delivery = await deliverTo(lab.server.port, { stsPolicyOf, authorities })
    assert.deepEqual([outcomesOf(delivery), delivery.tls?.isVerified], [['delivered reply 2.0.0'], true])
  })

  for (const [title, name, trusted, code] of [
    ['a certificate of another name', 'mx.example.net', authorities, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['an authority that is not trusted', 'mx.example.com', [certify('Other').cert], 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const) {
    test(`${title}: the message waits`, async () => {
      await using lab = await labWith(name)
      const delivery = await deliverTo(lab.server.port, { stsPolicyOf, authorities: trusted })
      assert.deepEqual([outcomesOf(delivery), lab.messages.length], [['deferred tls 4.7.5'], 0])
      assert.equal(delivery.recipients[0]?.outcome.reply.text, `TLS could not be established (${code})`)
    })
  }

  test('a server without STARTTLS: the message waits', async () => {
    await using lab = await openSmtpLab()
    const delivery = await deliverTo(lab.server.port, { stsPolicyOf, authorities })
    assert.deepEqual([outcomesOf(delivery), lab.messages.length], [['deferred tls 4.7.4'], 0])
  })

  test('a host that is not in the policy is not connected to', async () => {
    await using lab = await labWith('mx.example.com')
    const other = async (): Promise<StsPolicy> => ({ ...policy, mx: ['mx.example.net'] })
    const delivery = await deliverTo(lab.server.port, { stsPolicyOf: other, authorities })
    assert.deepEqual([outcomesOf(delivery), delivery.server], [['deferred policy 4.7.5'], undefined])
  })

  test('a policy in testing refuses nothing, and the transcript has the mismatch', async () => {
    await using lab = await openSmtpLab()
    const testing = async (): Promise<StsPolicy> => ({ ...policy, mode: 'testing', mx: ['mx.example.net'] })
    const delivery = await deliverTo(lab.server.port, { stsPolicyOf: testing })
    assert.deepEqual(outcomesOf(delivery), ['delivered reply 2.0.0'])
    assert.ok(
      delivery.transcript.some(({ text }) => text.includes('mx.example.com is not a host of the MTA-STS policy')),
    )
  })
})

suite('replies injected before TLS', () => {
  test('text that comes together with the reply to STARTTLS ends the connection', async () => {
    const server = await startScriptedServer(async (peer) => {
      peer.send('220 mx\r\n')
      await answer(peer, { EHLO: '250-mx\r\n250 STARTTLS\r\n', STARTTLS: '220 go\r\n250-mx\r\n250 AUTH PLAIN\r\n' })
    })
    const stsPolicyOf = async (): Promise<StsPolicy> => policy
    assert.deepEqual(outcomesOf(await deliverTo(server.port, { stsPolicyOf })), ['deferred malformed reply 4.5.0'])
    await server[Symbol.asyncDispose]()
  })
})
