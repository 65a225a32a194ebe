import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import type { HttpLimits } from '../http/http-limits.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { askTls, certificateOf, connectTls, refusalOf } from '../../testing/tls/tls-client.ts'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { certificateFiles } from '../../testing/tls/tls-host.ts'
import { CertificateFiles } from './certificate-files.ts'
import { SecureContexts } from './secure-contexts.ts'
import { ServedCertificates } from './served-certificates.ts'
import { TlsFront } from './tls-front.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const tickets = { key: Buffer.alloc(48, 1), period: 1 }

/** A server with HTTPS beside it, whose names are answered by files unless a test says otherwise. */
async function startServer(
  t: TestContext,
  given: { readonly timeout?: number; readonly limits?: Partial<HttpLimits>; readonly grace?: number } = {},
  contextOf?: ConstructorParameters<typeof TlsFront>[0]['contextOf'],
) {
  const { timeout = 5_000, ...options } = given
  const contexts = new SecureContexts(tickets)
  const certificates = new ServedCertificates({ contexts, issued: undefined, clock: Date.now })
  certificates.setFiles(selfSigned(['first.test']))
  const front = new TlsFront({
    address: { host: '127.0.0.1', port: 0 },
    timeout,
    log: quiet,
    contextOf: contextOf ?? ((name) => certificates.contextOf(name)),
  })
  const server = await labServer(t, { handler: () => new Response('hello'), beside: front, ...options })
  return { server, front, certificates, contexts, port: front.port ?? assert.fail('no port') }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => void setImmediate(resolve))
}

function raw(port: number): Socket {
  return connectPlain(port, '127.0.0.1').on('error', () => undefined)
}

/** The first message of a real client. */
async function helloBytes(t: TestContext): Promise<Buffer> {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  void connectTls((server.address() as { port: number }).port, 'a.test').catch(() => undefined)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return bytes
}

suite('handshakes', () => {
  test('a renewed pair is used by the next handshake, and a broken one leaves the one before', async (t) => {
    const { port, certificates } = await startServer(t)
    const { paths, write } = await certificateFiles(t, selfSigned(['first.test']))
    const files = await CertificateFiles.open(paths, {
      log: quiet,
      use: 'HTTPS',
      variables: { cert: 'HOST_TLS_CERT', key: 'HOST_TLS_KEY' },
    })
    const check = async (): Promise<void> => await files.check((pair) => certificates.setFiles(pair))
    const kept = await connectTls(port, 'a.test')
    write({ ...selfSigned(['broken.test']), key: selfSigned(['other.test']).key })
    await assert.rejects(check())
    assert.equal((await certificateOf(port, 'a.test')).names, 'DNS:first.test')
    write(selfSigned(['second.test']))
    await check()
    assert.equal((await certificateOf(port, 'a.test')).names, 'DNS:second.test')
    assert.match(await askTls(kept, '/', 'a.test'), /\r\nhello\r\n/)
  })

  test('a first message in pieces of one byte is a first message', async (t) => {
    const { port } = await startServer(t)
    const bytes = await helloBytes(t)
    const socket = raw(port)
    socket.setNoDelay(true)
    for (const byte of bytes) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => void setImmediate(resolve))
    }
    const [answer] = (await once(socket, 'data')) as [Buffer]
    assert.equal(answer[0], 22, 'a record of a handshake')
    socket.destroy()
  })

  test('a handshake that takes too long is cut, also one whose bytes keep coming', async (t) => {
    const { port, front } = await startServer(t, { timeout: 300 })
    const bytes = await helloBytes(t)
    const [silent, halfway, dripping] = [raw(port), raw(port), raw(port)]
    halfway.write(bytes)
    halfway.resume()
    let dripped = 0
    const drip = (): void => {
      if (!dripping.writable || dripped >= bytes.length) return
      dripping.write(bytes.subarray(dripped, (dripped += 1)))
      setTimeout(drip, 10)
    }
    drip()
    await Promise.all([silent, halfway, dripping].map((socket) => once(socket.resume(), 'close')))
    await until(() => front.counts.failed === 3)
    assert.equal(front.counts.done, 0)
  })

  test('handshakes count for the limits of connections', async (t) => {
    const { port, server, front } = await startServer(t, { limits: { connections: 8 } })
    const waiting = [raw(port), raw(port)]
    await Promise.all(waiting.map((socket) => once(socket, 'connect')))
    const third = raw(port).resume()
    await once(third, 'close')
    const plain = raw(server.port).resume()
    await once(plain, 'close')
    for (const socket of waiting) socket.destroy()
    await Promise.all(waiting.map((socket) => once(socket, 'close')))
    // The server learns of it a moment later.
    await until(() => front.counts.failed === 2)
    assert.equal(await refusalOf(port, 'a.test'), undefined)
  })

  test('an unreadable certificate fails its handshake alone', async (t) => {
    let isDown = true
    const contexts = new SecureContexts(tickets)
    const load = () => selfSigned(['a.test'])
    const { port } = await startServer(t, {}, async () => {
      if (isDown) throw new Error('no database')
      return await contexts.of({ name: 'a', version: '', load })
    })
    assert.equal(await refusalOf(port, 'a.test'), 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR')
    isDown = false
    assert.equal(await refusalOf(port, 'a.test'), undefined)
  })

  test('connections go on with a context that was dropped and closed, and the next one gets another', async (t) => {
    const contexts = new SecureContexts(tickets, 2)
    const made: string[] = []
    const of = (name: string) => {
      const load = () => (made.push(name), selfSigned([name]))
      return contexts.of({ name, version: '', load })
    }
    const { port } = await startServer(t, {}, (name = '') => of(name))
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const host = `kept-${maxVersion.at(-1)}.test`
      const kept = await connectTls(port, host, { maxVersion })
      for (let other = 0; other < 110; other += 1) await of(`${maxVersion}-${other}.test`)
      assert.match(await askTls(kept, '/', host), /\r\nhello\r\n/)
      assert.equal((await certificateOf(port, host)).names, `DNS:${host}`)
      assert.equal(made.filter((name) => name === host).length, 2)
    }
  })

  test('a challenge is told from other clients by its protocol', async (t) => {
    const contexts = new SecureContexts(tickets)
    const { port, server } = await startServer(t, {}, (name, isChallenge) =>
      isChallenge ? contexts.of({ name: 'c', version: '', load: () => selfSigned([`challenge.${name}`]) }) : undefined,
    )
    const socket = await connectTls(port, 'a.test', { ALPNProtocols: ['acme-tls/1'] })
    assert.deepEqual(
      [socket.alpnProtocol, socket.getPeerCertificate().subjectaltname],
      ['acme-tls/1', 'DNS:challenge.a.test'],
    )
    await once(socket.resume(), 'close')
    const both = { ALPNProtocols: ['acme-tls/1', 'http/1.1'] }
    assert.equal(await refusalOf(port, 'a.test', both), 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME')
    assert.equal(server.connections(), 0)
  })

  test('a stop lets a handshake end and its request be answered, and cuts one that waits', async (t) => {
    const { port, server } = await startServer(t, { grace: 500 })
    const [open, silent] = [await connectTls(port, 'a.test'), raw(port)]
    await once(silent, 'connect')
    const connecting = connectTls(port, 'b.test')
    const stopped = server.stop(2_000)
    assert.match(await askTls(open, '/', 'a.test'), /\r\nhello\r\n/)
    assert.match(await askTls(await connecting, '/', 'b.test'), /\r\nhello\r\n/)
    await once(silent.resume(), 'close')
    await stopped
    assert.equal(await refusalOf(port, 'a.test'), 'ECONNREFUSED')
  })
})
