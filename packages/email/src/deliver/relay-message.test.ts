/** Relays with a login: the library `smtp-server` as an independent peer, and scripted ones. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { certify } from '@host/testing/hostile-lab'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Delivery } from './delivery.ts'
import { ManualClock } from '../smtp/testing/manual-clock.ts'
import { until } from '../smtp/testing/smtp-lab.ts'
import { relayMessage, type Relay } from './relay-message.ts'
import { message, optionsFor, outcomesOf } from './testing/delivery-lab.ts'
import { answer, startScriptedServer } from './testing/scripted-server.ts'

const authority = certify('Laboratory')
const { cert, key } = certify('relay.example.com', authority)
const pair = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }
const credentials = { user: 'sender', password: 'open sesame' }
const relayTo = (port: number, more: Partial<Relay> = {}): Promise<Delivery> =>
  relayMessage(
    { host: 'relay.example.com', port, tls: 'starttls', credentials, ...more },
    message,
    optionsFor(port, { authorities: [authority.cert] }),
  )

class Peer implements AsyncDisposable {
  readonly messages: string[] = []
  readonly logins: string[] = []
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      ...pair,
      disableReverseLookup: true,
      onAuth: (auth, _session, callback) => {
        this.logins.push(`${auth.method} ${auth.username} ${auth.password}`)
        if (auth.password === credentials.password) callback(null, { user: auth.username })
        else callback(new Error('Invalid login'))
      },
      onData: (stream, _session, callback) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          this.messages.push(Buffer.concat(parts).toString('latin1'))
          callback()
        })
      },
      ...options,
    })
    this.#server.on('error', () => {})
  }

  static async start(options: SMTPServerOptions = {}): Promise<Peer> {
    const peer = new Peer(options)
    peer.#server.listen(0, '127.0.0.1')
    await once(peer.#server.server, 'listening')
    return peer
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}

test('implicit TLS has a deadline: a server that never answers the handshake gets nothing, and the message waits', async () => {
  const clock = new ManualClock()
  await using server = await startScriptedServer(async () => {})
  const relay = { host: 'relay.example.com', port: server.port, tls: 'implicit', credentials } as const
  const delivery = relayMessage(relay, message, optionsFor(server.port, { clock }))
  await until(() => server.received[0] !== undefined)
  clock.advance(600_000)
  assert.deepEqual(outcomesOf(await delivery), Array(message.recipients.length).fill('deferred timeout 4.4.2'))
})

suite('smtp-server as a relay', () => {
  for (const method of ['PLAIN', 'LOGIN']) {
    test(`takes a message after AUTH ${method} over STARTTLS, and the transcript has no credentials`, async () => {
      await using peer = await Peer.start({ authMethods: [method] })
      const delivery = await relayTo(peer.port)
      assert.equal(outcomesOf(delivery)[0]?.startsWith('delivered reply'), true)
      assert.deepEqual(peer.logins, [`${method} sender open sesame`])
      assert.deepEqual(peer.messages, [Buffer.from(message.bytes).toString('latin1')])
      const text = JSON.stringify(delivery.transcript)
      for (const secret of ['open sesame', Buffer.from('open sesame').toString('base64'), 'b3BlbiBzZXNhbWU']) {
        assert.equal(text.includes(secret), false)
      }
      assert.ok(delivery.transcript.some((entry) => entry.from === 'client' && entry.text.startsWith('MAIL FROM')))
    })
  }

  test('takes a message with TLS from the start', async () => {
    await using peer = await Peer.start({ secure: true })
    const delivery = await relayTo(peer.port, { tls: 'implicit' })
    assert.equal(outcomesOf(delivery)[0]?.startsWith('delivered'), true)
    assert.equal(delivery.tls?.isVerified, true)
  })

  test('refuses a wrong password: the message waits', async () => {
    await using peer = await Peer.start()
    const delivery = await relayTo(peer.port, { credentials: { user: 'sender', password: 'wrong' } })
    assert.match(outcomesOf(delivery)[0] ?? '', /^deferred auth /)
    assert.equal(peer.messages.length, 0)
  })

  test('with a certificate of another name gets neither password nor message', async () => {
    await using peer = await Peer.start()
    const delivery = await relayTo(peer.port, { host: 'other.example.com' })
    assert.deepEqual([outcomesOf(delivery), peer.logins, peer.messages], [['deferred tls 4.7.5'], [], []])
  })

  test('without TLS gets a message where that was chosen, and never a password', async () => {
    await using peer = await Peer.start({ hideSTARTTLS: true, authOptional: true, allowInsecureAuth: true })
    const { credentials: _none, ...plain } = {
      host: 'relay.example.com',
      port: peer.port,
      tls: 'none',
      credentials,
    } as const
    const open = await relayMessage(plain, message, optionsFor(peer.port))
    assert.match(outcomesOf(open)[0] ?? '', /^delivered/)
    assert.deepEqual(outcomesOf(await relayTo(peer.port, { tls: 'none' })), ['deferred auth 4.7.0'])
    assert.deepEqual(outcomesOf(await relayTo(peer.port)), ['deferred tls 4.7.4'])
    assert.deepEqual(peer.logins, [])
  })

  test('that offers no AUTH any more gets no message', async () => {
    await using peer = await Peer.start({ disabledCommands: ['AUTH'], authOptional: true })
    assert.deepEqual([outcomesOf(await relayTo(peer.port)), peer.messages], [['deferred auth 4.7.0'], []])
  })
})

test('a server that repeats the password does not bring it into the transcript', async () => {
  const server = await startScriptedServer(async (peer) => {
    peer.send('220 open sesame\r\n')
    await answer(peer, { EHLO: `250-open sesame\r\n250 X ${Buffer.from(credentials.password).toString('base64')}\r\n` })
  })
  const delivery = await relayTo(server.port)
  assert.match(JSON.stringify(delivery.transcript), /220 \*\*\*/)
  assert.doesNotMatch(JSON.stringify(delivery.transcript), /open sesame|b3BlbiBz/)
  await server[Symbol.asyncDispose]()
})
