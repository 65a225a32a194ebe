import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, stream } from '@host/plugin'
import { rawPath } from './node-request.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, statusOf } from '../../testing/http/raw-client.ts'

const echo = (request: Request): Response => json({ path: rawPath(request), url: request.url })

suite('a request that a proxy could read in another way is refused and its connection closed', () => {
  const refused: readonly (readonly [string, string, number, string])[] = [
    [
      'a transfer encoding that is not chunked',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
      'Transfer-Encoding',
    ],
    [
      'a transfer encoding beside chunked',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      400,
      'Transfer-Encoding',
    ],
    [
      'two transfer encodings',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      '',
    ],
    ['chunked in HTTP/1.0', 'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400, ''],
    [
      'length and chunked together',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      '',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'exactly one Host'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'exactly one Host'],
    ['the same host twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400, 'exactly one Host'],
    ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\n\r\n', 400, 'not a valid host name'],
    ['a host with a space', 'GET / HTTP/1.1\r\nHost: x y\r\n\r\n', 400, 'not a valid host name'],
    ['a host with a user', 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n', 400, 'not a valid host name'],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400, 'not a valid host name'],
    ['a host with an empty label', 'GET / HTTP/1.1\r\nHost: a..b\r\n\r\n', 400, 'not a valid host name'],
    ['a host with a port beyond the last', 'GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n', 400, 'not a valid host name'],
    ['an IPv4 address that is none', 'GET / HTTP/1.1\r\nHost: 1.2.3.400\r\n\r\n', 400, 'not a valid host name'],
    ['an IPv6 address that is none', 'GET / HTTP/1.1\r\nHost: [::::]\r\n\r\n', 400, 'not a valid host name'],
    ['a host with a port that is none', 'GET / HTTP/1.1\r\nHost: a:b\r\n\r\n', 400, 'not a valid host name'],
    [
      'an absolute target for another host',
      'GET http://other/ip HTTP/1.1\r\nHost: a\r\n\r\n',
      400,
      'two different hosts',
    ],
    ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400, 'not valid HTTP'],
    ['a header with a line break inside', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400, 'not valid HTTP'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405, 'CONNECT'],
    ['a WebSocket', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 400, 'WebSocket'],
  ]
  for (const [what, bytes, status, detail] of refused) {
    test(what, async (context) => {
      let calls = 0
      const { port } = await labServer(context, {
        handler: (request) => {
          calls += 1
          return echo(request)
        },
      })
      const answer = await exchange(port, bytes)
      assert.equal(statusOf(answer), status)
      assert.match(answer, /\r\nconnection: close\r\n/i)
      assert.match(answer, /\r\ncontent-type: application\/problem\+json\r\n/i)
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as {
        status: number
        detail: string
        requestId: string
      }
      assert.equal(body.status, status)
      assert.ok(body.detail.includes(detail), body.detail)
      assert.equal(body.requestId, 'lab-request')
      assert.match(answer, /\r\nx-request-id: lab-request\r\n/)
      assert.match(answer, /\r\nx-standing: yes\r\n/)
      assert.equal(calls, 0)
      assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1, 'one answer only')
    })
  }
})

suite('a request that is unusual and right is served', () => {
  const served: readonly (readonly [string, string, string])[] = [
    [
      'an address in brackets as host',
      'GET /x HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n',
      '"path":"/x"',
    ],
    [
      'an absolute target for the same host',
      'GET http://A:1/x/../y?q HTTP/1.1\r\nHost: a:1\r\nConnection: close\r\n\r\n',
      '"path":"/x/../y"',
    ],
    [
      'an absolute target without a path',
      'GET http://a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      '"path":"/"',
    ],
    [
      'a wish for HTTP/2',
      'GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
      '"path":"/x"',
    ],
    ['HTTP/1.0 without a host', 'GET /x HTTP/1.0\r\n\r\n', '"path":"/x"'],
    ['a path that is not clean, as it came', get('/a/../b//c%2Fd'), '"path":"/a/../b//c%2Fd"'],
  ]
  for (const [what, bytes, expected] of served) {
    test(what, async (context) => {
      const { port } = await labServer(context, { handler: echo })
      const answer = await exchange(port, bytes)
      assert.equal(statusOf(answer), 200)
      assert.ok(answer.includes(expected), answer)
    })
  }
})

test('headers over the limit are refused with 431', async (context) => {
  const { port } = await labServer(context, { handler: echo, limits: { requestHeaders: 2048 } })
  assert.equal(statusOf(await exchange(port, get('/', `X-Long: ${'a'.repeat(4096)}`))), 431)
})

test('headers that do not end in time are answered with 408', async (context) => {
  const { port } = await labServer(context, { handler: echo, limits: { headersTimeout: 50, checkInterval: 20 } })
  assert.equal(statusOf(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n')), 408)
})

test('a body that does not end in time is answered with 408', async (context) => {
  const handler = async (request: Request): Promise<Response> => json({ length: (await request.text()).length })
  const { port } = await labServer(context, {
    handler,
    limits: { headersTimeout: 50, requestTimeout: 100, checkInterval: 20 },
  })
  assert.equal(statusOf(await exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab')), 408)
})

test('a connection carries no more requests than it may', async (context) => {
  const { port } = await labServer(context, { handler: echo, limits: { requestsPerSocket: 2 } })
  const one = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const answer = await exchange(port, one, one, get('/'))
  assert.deepEqual(answer.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 200', 'HTTP/1.1 200'])
  assert.equal(answer.match(/connection: close/gi)?.length, 1)
})

test('a broken request behind one whose answer is on its way does not land in its middle', async (context) => {
  const handler = (): Response =>
    stream(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('first part')),
      }),
    )
  const { port } = await labServer(context, { handler })
  const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'GARBAGE\r\n\r\n')
  assert.equal(answer.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0, answer.startsWith('HTTP/1.1 200') ? 1 : 0)
  assert.doesNotMatch(answer, /not valid HTTP/)
})
