import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { hostile, startHostileLab, type Coding, type HostileLab } from '@host/testing/hostile-lab'
import type { SafeHttpClient } from './safe-http-client.ts'
import { fetch, get, newClient } from './send.ts'
import { reasonOf } from './testing/reason-of.ts'

const { signal } = new AbortController()
const maxBytes = 64 * 1024
const codings: readonly Coding[] = ['gzip', 'deflate', 'br']

function clientOf(lab: HostileLab): SafeHttpClient {
  return newClient(5_000, { outbound: lab.outbound, maxBytes })
}

test('a body may be as large as the limit, in any coding, and not a byte larger', async () => {
  await using lab = await startHostileLab()
  const client = clientOf(lab)
  for (const coding of codings) {
    const fits = await get(signal, client, lab.site.at('/fits', hostile.bomb(coding, maxBytes)), 't/1')
    assert.equal(fits.body.length, maxBytes)
    const url = lab.site.at('/bomb', hostile.bomb(coding, maxBytes + 1))
    assert.equal(await reasonOf(get(signal, client, url, 't/1')), 'too_large', coding)
  }
  assert.equal(
    (await get(signal, client, lab.site.at('/plain', hostile.text('.'.repeat(maxBytes))), 't/1')).status,
    200,
  )
  const large = lab.site.at('/large', hostile.text('.'.repeat(maxBytes + 1), { 'transfer-encoding': 'chunked' }))
  assert.equal(await reasonOf(get(signal, client, large, 't/1')), 'too_large')
})

test('the limit is ten megabytes when none is given, and a bomb of thirty is refused', async () => {
  await using lab = await startHostileLab()
  const client = newClient(10_000, { outbound: lab.outbound })
  const fits = await get(signal, client, lab.site.at('/fits', hostile.bomb('gzip', 10 * 2 ** 20)), 't/1')
  assert.equal(fits.body.length, 10 * 2 ** 20)
  const url = lab.site.at('/bomb', hostile.bomb('br', 30 * 2 ** 20))
  assert.equal(await reasonOf(get(signal, client, url, 't/1')), 'too_large')
})

test('a coding inside another, an unknown one and a broken one are refused', async () => {
  await using lab = await startHostileLab()
  const client = clientOf(lab)
  const half = gzipSync('x'.repeat(1000)).subarray(0, 20)
  const answers = {
    twice: hostile.layers(['gzip', 'gzip'], 'x'),
    mixed: hostile.layers(['br', 'gzip'], 'x'),
    unknown: hostile.text('x', { 'content-encoding': 'zstd' }),
    inherited: hostile.text('x', { 'content-encoding': 'constructor' }),
    untrue: hostile.text('x', { 'content-encoding': 'gzip' }),
    broken: hostile.raw(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n${half.toString('latin1', 4, 8)}`,
    ),
  }
  for (const [what, answer] of Object.entries(answers)) {
    assert.equal(await reasonOf(get(signal, client, lab.site.at('/coded', answer), 't/1')), 'bad_answer', what)
  }
})

test('deflate is read with and without the zlib frame', async () => {
  await using lab = await startHostileLab()
  const client = clientOf(lab)
  const framed = lab.site.at('/framed', hostile.layers(['deflate'], 'hello'))
  assert.equal((await get(signal, client, framed, 't/1')).text(), 'hello')
  const bare = lab.site.at('/bare', (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateRawSync('hello'))
  })
  assert.equal((await get(signal, client, bare, 't/1')).text(), 'hello')
})

test('a body that is announced as too large is refused unread, and an endless one where it passes the limit', async () => {
  await using lab = await startHostileLab()
  const client = clientOf(lab)
  for (const answer of [hostile.claim(maxBytes + 1), hostile.claim(2 ** 50), hostile.endless()]) {
    assert.equal(await reasonOf(get(signal, client, lab.site.at('/body', answer), 't/1')), 'too_large')
  }
  assert.equal(lab.site.connections, 3, 'none of these connections is used again')
})

test('the announced length of a HEAD is not a body', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/large', hostile.claim(2 ** 40))
  const answer = await fetch(signal, clientOf(lab), url, { method: 'HEAD' })
  assert.deepEqual([answer.status, answer.body.length, answer.headers.get('content-length')], [200, 0, String(2 ** 40)])
})

test('a body in tiny pieces costs its size and not its number of pieces', async () => {
  await using lab = await startHostileLab()
  const size = 1_000_000
  const client = newClient(20_000, { outbound: lab.outbound })
  const answer = await get(signal, client, lab.site.at('/crumbs', hostile.crumbs(size)), 't/1')
  assert.equal(answer.text(), '.'.repeat(size))
})

test('headers have a limit, and an answer that is not an HTTP is refused', async () => {
  await using lab = await startHostileLab()
  const client = clientOf(lab)
  const answers: readonly (readonly [bytes: string, reason: string])[] = [
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'too_large'],
    [`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}\r\n`, 'too_large'],
    ['SSH-2.0-OpenSSH_9.9\r\n', 'bad_answer'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 'bad_answer'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n', 'bad_answer'],
    ['HTTP/1.1 200 OK\r\nbroken header\r\n\r\n', 'bad_answer'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort', 'connection_failed'],
    ['', 'connection_failed'],
  ]
  for (const [bytes, reason] of answers) {
    const url = lab.site.at('/raw', hostile.raw(bytes))
    assert.equal(await reasonOf(get(signal, client, url, 't/1')), reason, JSON.stringify(bytes.slice(0, 40)))
  }
})

test('an answer is read as text, as JSON and by its headers', async () => {
  await using lab = await startHostileLab()
  const client = clientOf(lab)
  const url = lab.site.at('/json', hostile.text('\ufeff{"name":"茶"}', { 'x-name': 'caf\u00e9', 'set-cookie': 'a=1' }))
  const answer = await get(signal, client, `${url}#part`, 't/1')
  assert.deepEqual([answer.status, answer.ok, answer.url, answer.json()], [200, true, url, { name: '茶' }])
  assert.equal(answer.headers.get('set-cookie'), 'a=1')
  assert.notEqual(answer.headers.get('x-name'), null)
  const broken = await get(signal, client, lab.site.at('/broken', hostile.text('{')), 't/1')
  assert.equal(await reasonOf(Promise.try(() => broken.json())), 'bad_answer')
  assert.equal((await get(signal, client, lab.site.url('/gone'), 't/1')).ok, false)
})
