import assert from 'node:assert/strict'
import { request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { certificateFiles, tlsHost } from '../../testing/tls/tls-host.ts'

const publicUrl = { HOST_PUBLIC_URL: 'https://app.lab.test:8443' }

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The status of a plain request, and where it leads. */
async function ask(url: string, host: string, { method = 'GET', headers = {} }: Asked = {}) {
  const [target, path = '/'] = url.split('|')
  const asked = request(`${target}`, { path, method, headers: { host, ...headers } })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return [answer.statusCode, answer.headers.location]
}

suite('plain HTTP beside HTTPS', () => {
  test('browsers are sent to HTTPS, with path and query', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test', '*.pages.lab.test']))
    const { url } = await tlsHost(t, { ...publicUrl, ...environment })
    const to = 'https://app.lab.test:8443'
    assert.deepEqual(await ask(`${url}|/login?next=%2Fa`, 'app.lab.test'), [308, `${to}/login?next=%2Fa`])
    assert.deepEqual(await ask(`${url}|/`, 'APP.lab.test:80', { method: 'HEAD' }), [308, `${to}/`])
    assert.deepEqual(await ask(`${url}|/a`, 'one.pages.lab.test'), [308, 'https://one.pages.lab.test:8443/a'])
    assert.deepEqual(await ask(`${url}|/a`, 'unknown.test'), [308, `${to}/a`])
    assert.deepEqual(await ask(`${url}|//evil.test/a`, 'app.lab.test'), [308, `${to}//evil.test/a`])
  })

  test('a request with credentials or a body is refused', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { url } = await tlsHost(t, { ...publicUrl, ...environment })
    const withToken = { headers: { authorization: 'Bearer secret' } }
    assert.deepEqual(await ask(`${url}|/api/notes`, 'app.lab.test', withToken), [403, undefined])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      assert.deepEqual(await ask(`${url}|/api/notes`, 'app.lab.test', { method }), [403, undefined], method)
    }
  })

  test('no body is asked for in the clear, and a read that has one is refused', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { url } = await tlsHost(t, { ...publicUrl, ...environment })
    const headers = { host: 'app.lab.test', expect: '100-continue', 'content-length': '6' }
    const asked = request(url, { path: '/api/notes', method: 'POST', headers })
    asked.on('continue', () => assert.fail('the body was asked for'))
    asked.flushHeaders()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 403)
    asked.destroy()
    for (const body of [{ 'content-length': '6' }, { 'transfer-encoding': 'chunked' }]) {
      assert.deepEqual(await ask(`${url}|/`, 'app.lab.test', { headers: { ...body } }), [403, undefined])
    }
    assert.equal((await ask(`${url}|/`, 'app.lab.test', { headers: { 'content-length': '0' } }))[0], 308)
  })

  test('health is answered, and so are local names and what a trusted proxy received over TLS', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { url } = await tlsHost(t, { ...publicUrl, ...environment, HOST_TRUST_PROXY: '127.0.0.1' })
    for (const path of ['/healthz', '/readyz']) assert.equal((await ask(`${url}|${path}`, 'app.lab.test'))[0], 200)
    for (const host of ['127.0.0.1', 'localhost:8080']) assert.equal((await ask(`${url}|/nowhere`, host))[0], 404)
    const overTls = { headers: { 'x-forwarded-proto': 'https' } }
    assert.equal((await ask(`${url}|/nowhere`, 'app.lab.test', overTls))[0], 404)
    const overHttp = { headers: { 'x-forwarded-proto': 'http' } }
    assert.equal((await ask(`${url}|/nowhere`, 'app.lab.test', overHttp))[0], 308)
  })

  test('no statement of a client makes its request secure', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { url } = await tlsHost(t, { ...publicUrl, ...environment })
    const claimed = { headers: { 'x-forwarded-proto': 'https' } }
    assert.equal((await ask(`${url}|/nowhere`, 'app.lab.test', claimed))[0], 308)
  })

  test('a token that no challenge has gets 404, at every host', async (t) => {
    const { environment } = await certificateFiles(t, selfSigned(['app.lab.test']))
    const { url } = await tlsHost(t, { ...publicUrl, ...environment })
    for (const path of ['abc', '', 'a/b', 'x'.repeat(300), '..%2f']) {
      assert.equal((await ask(`${url}|/.well-known/acme-challenge/${path}`, 'unknown.test'))[0], 404, path)
    }
  })
})
