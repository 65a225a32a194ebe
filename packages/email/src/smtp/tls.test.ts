import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { certify, type Certified } from '@host/testing/hostile-lab'
import type { SmtpTls } from './options.ts'
import { opening } from './testing/drive-protocol.ts'
import { openSmtpLab, until } from './testing/smtp-lab.ts'

const authority = certify('Laboratory')
const pair = ({ cert, key }: Certified): SmtpTls => ({
  cert,
  key: key.export({ type: 'pkcs8', format: 'pem' }),
})
const tls = pair(certify('mx.example.com', authority))
const hello = 'EHLO client.example.org\r\n'

suite('STARTTLS', () => {
  test('a message over TLS has the protocol in its session, and TLS is offered once', async () => {
    await using lab = await openSmtpLab({ tls })
    const client = await lab.client()
    client.send(`${hello}STARTTLS\r\n`)
    assert.deepEqual(await client.codes(2), ['250', '220 2.0.0'])
    await client.secure(authority.cert)
    client.send(`${hello}STARTTLS\r\n${opening}DATA\r\nx\r\n.\r\nQUIT\r\n`)
    assert.deepEqual((await client.rest()).slice(0, 2), ['250', '503 5.5.1'])
    assert.equal(lab.messages[0]?.session.tls?.protocol, 'TLSv1.3')
    await until(() => lab.server.connections === 0)
  })

  test('commands that were sent with STARTTLS are dropped, and nothing from before TLS counts', async () => {
    await using lab = await openSmtpLab({ tls })
    const client = await lab.client()
    client.send(`${opening}STARTTLS\r\nEHLO injected\r\nMAIL FROM:<injected@example.org>\r\nNOOP\r\n`)
    assert.deepEqual(await client.codes(4), ['250', '250 2.1.0', '250 2.1.5', '220 2.0.0'])
    await client.secure(authority.cert)
    client.send('RCPT TO:<b@example.com>\r\nMAIL FROM:<a@example.org>\r\nDATA\r\nQUIT\r\n')
    assert.deepEqual(await client.rest(), ['503 5.5.1', '503 5.5.1', '503 5.5.1', '221 2.0.0'])
    assert.equal(lab.messages.length, 0)
  })

  test('a handshake of garbage ends that connection alone', async () => {
    await using lab = await openSmtpLab({ tls })
    const [bad, good] = [await lab.client(), await lab.client()]
    bad.send(`${hello}STARTTLS\r\n`)
    await bad.codes(2)
    bad.send('NOOP\r\nNOOP\r\nNOOP\r\n')
    assert.deepEqual(await bad.rest(), [])
    good.send('NOOP\r\n')
    assert.deepEqual(await good.codes(1), ['250 2.0.0'])
    await until(() => lab.server.connections === 1)
  })

  test('a peer that goes during the handshake is gone', async () => {
    await using lab = await openSmtpLab({ tls })
    const client = await lab.client()
    client.send(`${hello}STARTTLS\r\n`)
    await client.codes(2)
    client.reset()
    await until(() => lab.server.connections === 0)
  })

  test('stopping ends a handshake that does not end', async () => {
    const lab = await openSmtpLab({ tls })
    const client = await lab.client()
    client.send(`${hello}STARTTLS\r\n`)
    await client.codes(2)
    await lab.server.stop(0)
  })
})

suite('certificates', () => {
  const certificateOf = async (port: number): Promise<string> => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
    })
    await until(() => text.includes('220 '))
    socket.write(`${hello}STARTTLS\r\n`)
    await until(() => text.includes('220 2.0.0'))
    socket.removeAllListeners('data')
    const secure = connectTls({ socket, rejectUnauthorized: false })
    await new Promise((resolve) => secure.once('secureConnect', resolve))
    const { subject } = secure.getPeerCertificate()
    secure.destroy()
    return String(subject.CN)
  }

  test('a new certificate is for connections from then on, and a pair that does not fit changes nothing', async () => {
    await using lab = await openSmtpLab({ tls })
    assert.equal(await certificateOf(lab.server.port), 'mx.example.com')
    lab.server.setTls(pair(certify('new.example.com', authority)))
    assert.equal(await certificateOf(lab.server.port), 'new.example.com')
    assert.throws(() => lab.server.setTls({ ...tls, key: pair(authority).key }))
    assert.throws(() => lab.server.setTls({ cert: 'x', key: 'y' }))
    assert.equal(await certificateOf(lab.server.port), 'new.example.com')
  })
})
