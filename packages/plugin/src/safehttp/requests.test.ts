import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../errors.ts'
import { hostile, startHostileLab } from '@host/testing/hostile-lab'
import type { SafeInit } from './safe-http-client.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { fetch, get, newClient } from './send.ts'
import { SafeHttpError } from './safe-http-error.ts'

const { signal } = new AbortController()

test('§8.1 get takes a signal, a client, a URL and a user agent', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/page', hostile.text('hello'))
  const answer = await get(signal, newClient(5_000, { outbound: lab.outbound }), new URL(url), 'notes/1.2')
  assert.equal(answer.text(), 'hello')
  const [request] = lab.site.requests
  assert.deepEqual([request?.method, request?.headers['user-agent']], ['GET', 'notes/1.2'])
})

test('fetch sends method, headers and body', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/hook', hostile.text('ok'))
  const client = newClient(5_000, { outbound: lab.outbound })
  const headers = { 'Content-Type': 'application/json', 'X-Signature': 'abc' }
  for (const body of ['{"a":"茶"}', Buffer.from('{"a":"茶"}')]) {
    await fetch(signal, client, url, { method: 'POST', headers, body })
    const { method, body: received, headers: arrived } = lab.site.requests.at(-1) ?? {}
    assert.deepEqual([method, received], ['POST', '{"a":"茶"}'])
    assert.deepEqual([arrived?.['content-type'], arrived?.['x-signature']], ['application/json', 'abc'])
  }
})

test('headers that frame the message, name the host or speak to the next hop are ours', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/', hostile.text('ok'))
  const headers = {
    Host: 'inside.example',
    Connection: 'close, x-inside',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
    TE: 'trailers',
    Trailer: 'x',
    Upgrade: 'h2c',
    Expect: '100-continue',
    'Keep-Alive': 'timeout=1',
    'HTTP2-Settings': 'x',
    'Proxy-Authorization': 'x',
    'Proxy-Connection': 'close',
    Referer: 'http://inside.example/',
    'Accept-Encoding': 'zstd',
  }
  await fetch(signal, newClient(5_000, { outbound: lab.outbound }), url, { method: 'POST', headers, body: 'whole' })
  const [request] = lab.site.requests
  assert.deepEqual(request?.headers, {
    host: `${lab.site.address}:${lab.site.port}`,
    connection: 'keep-alive',
    'accept-encoding': 'gzip, deflate, br',
    'content-length': '5',
  })
  assert.equal(request?.body, 'whole')
})

test('an impossible request is refused before anything is sent', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/', hostile.text('ok'))
  const client = newClient(5_000, { outbound: lab.outbound })
  const unfit: readonly unknown[] = [
    { method: 'CONNECT' },
    { method: 'TRACE' },
    { method: 'get' },
    { method: 'GET / HTTP/1.1\r\nx: y\r\n\r\nGET' },
    { body: 'a GET has none' },
    { method: 'HEAD', body: 'x' },
    { headers: { 'a b': 'x' } },
    { headers: { '': 'x' } },
    { headers: { 'a:': 'x' } },
    { headers: { a: 'x\r\nb: y' } },
    { headers: { a: 'x\ny' } },
    { headers: { a: 'x\u0000' } },
    { headers: { a: '\u0100' } },
    { headers: { a: 1 } },
    { headers: { a: 'x'.repeat(20_000) } },
  ]
  for (const init of unfit) {
    await assert.rejects(fetch(signal, client, url, init as SafeInit), TypeError, JSON.stringify(init))
  }
  await assert.rejects(get(signal, client, url, 'a\r\nb: c'), TypeError)
  assert.equal(lab.site.connections, 0)
})

test('a client takes no policy but one that was made as such', () => {
  const forged = { admit: () => 'opened', isStrict: false, nameServers: undefined }
  assert.throws(() => newClient(1_000, { outbound: forged as unknown as OutboundPolicy }), TypeError)
})

test('an error is a problem in both languages, and a refusal holds no address anywhere', async () => {
  await using lab = await startHostileLab()
  lab.names.set('inside.example', [lab.listener.address])
  const client = newClient(5_000, { outbound: lab.outbound })
  const url = `http://inside.example:${lab.listener.port}/`
  const error: unknown = await get(signal, client, url, 't/1').catch((thrown: unknown) => thrown)
  assert.ok(error instanceof SafeHttpError && error instanceof Problem)
  assert.deepEqual(
    [error.reason, error.code, error.status],
    ['destination_not_allowed', 'destination_not_allowed', 400],
  )
  assert.equal(error.message, 'Destination not allowed.')
  assert.equal(error.cause, undefined)
  assert.doesNotMatch(JSON.stringify([error.message, error.options, error.cause]), /127\.0\.0|::1|inside\.example/)
  const failed: unknown = await get(signal, client, lab.site.url('/', 'unknown.example'), 't/1').catch(
    (thrown: unknown) => thrown,
  )
  assert.ok(failed instanceof SafeHttpError)
  assert.deepEqual([failed.status, failed.code], [502, 'remote_failed'])
})
