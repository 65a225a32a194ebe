import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { suite, test } from 'node:test'
import { askTls, certificateOf, connectTls, refusalOf } from '../../testing/tls/tls-client.ts'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { certificateFiles, tlsHost } from '../../testing/tls/tls-host.ts'

const publicUrl = { HOST_PUBLIC_URL: 'https://app.lab.test' }

suite('HTTPS with files of the operator', () => {
  test('a client that trusts the certificate gets the same answers as over plain HTTP', async (t) => {
    const pair = selfSigned(['app.lab.test'])
    const { environment } = await certificateFiles(t, pair)
    const { port } = await tlsHost(t, { ...publicUrl, ...environment })
    const socket = await connectTls(port, 'app.lab.test', { ca: pair.cert, rejectUnauthorized: true })
    assert.equal(socket.getProtocol(), 'TLSv1.3')
    const answer = await askTls(socket, '/healthz', 'app.lab.test')
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(answer, /strict-transport-security: max-age=31536000/)
    const none = await connectTls(port, 'app.lab.test')
    assert.match(await askTls(none, '/api/no-such-route', 'app.lab.test'), /^HTTP\/1\.1 404 /)
  })

  test('the files answer every name, and clients that state none', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { port } = await tlsHost(t, environment)
    for (const name of ['app.lab.test', 'other.test', undefined]) {
      assert.equal((await certificateOf(port, name)).names, 'DNS:app.lab.test')
    }
  })

  test('a request over TLS is secure by itself: its cookies are, and no proxy has to say so', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { port, url, admin } = await tlsHost(t, environment)
    const { userId, orgId } = await admin()
    const signIn = `/api/x/lab/sign-in?userId=${userId}&orgId=${orgId}`
    const secure = await askTls(await connectTls(port, 'app.lab.test'), signIn, 'app.lab.test')
    assert.match(secure, /__Host-[^"]*; Secure/)
    assert.doesNotMatch(await (await fetch(new URL(signIn, url))).text(), /Secure/)
  })

  test('versions before TLS 1.2, and clients of other protocols, are refused', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { port } = await tlsHost(t, environment)
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    assert.equal(await refusalOf(port, 'app.lab.test', old), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    const second = { ALPNProtocols: ['h2'] }
    assert.equal(await refusalOf(port, 'app.lab.test', second), 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
    const both = await connectTls(port, 'app.lab.test', { ALPNProtocols: ['h2', 'http/1.1'] })
    assert.equal(both.alpnProtocol, 'http/1.1')
    both.destroy()
    const modern = await connectTls(port, 'app.lab.test', { maxVersion: 'TLSv1.2' })
    assert.match(await askTls(modern, '/healthz', 'app.lab.test'), /^HTTP\/1\.1 200/)
  })

  test('plain HTTP and other bytes on the port of TLS end the connection', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { port } = await tlsHost(t, environment)
    for (const bytes of [
      'GET / HTTP/1.1\r\nhost: a\r\n\r\n',
      '\u0016\u0003\u0001\u0000\u0000',
      '\u0016\u0003\u0001\u0000\u0005\u0002',
    ]) {
      const socket = connectPlain(port, '127.0.0.1', () => void socket.write(bytes, 'latin1'))
      socket.resume().on('error', () => undefined)
      await once(socket, 'close')
    }
  })

  test('files that can not be used refuse the start, naming the variables', async (t) => {
    const pair = selfSigned(['app.lab.test'])
    const { environment } = await certificateFiles(t, { ...pair, key: selfSigned(['app.lab.test']).key })
    await assert.rejects(tlsHost(t, environment), /certificate for HTTPS .*; set HOST_TLS_CERT and HOST_TLS_KEY/)
  })

  test('an address that is taken refuses to listen, naming the variable', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { port } = await tlsHost(t, environment)
    const taken = tlsHost(t, { ...environment, HOST_TLS_LISTEN: `127.0.0.1:${port}` })
    await assert.rejects(taken, /EADDRINUSE.*; set HOST_TLS_LISTEN to another address/)
  })
})
