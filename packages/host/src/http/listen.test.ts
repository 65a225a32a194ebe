import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { suite, test } from 'node:test'
import { json, stream } from '@host/plugin'
import { listen } from './listen.ts'
import { StandingHeaders } from './standing-headers.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, statusOf } from '../../testing/http/raw-client.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

suite('answers', () => {
  test('an error that escapes the handler is a 500 that says nothing of it, and is logged', async (context) => {
    for (const handler of [
      () => {
        throw new Error('secret')
      },
      () => Promise.reject(new Error('secret')),
    ]) {
      const server = await labServer(context, { handler })
      const answer = await exchange(server.port, get('/'))
      assert.equal(statusOf(answer), 500)
      assert.doesNotMatch(answer, /secret/)
      assert.deepEqual(
        server.lines.map((line) => [line.level, String(line.fields?.['error'])]),
        [['error', 'Error: secret']],
      )
    }
  })

  test('one that HTTP can not carry is replaced, and nothing of it is sent', async (context) => {
    const replaced: unknown[] = []
    const { port } = await labServer(context, {
      handler: () => json({ a: 1 }, { headers: { 'x-name': 'a\r\nset-cookie: b=1' } }),
      replace: (_request, error) => {
        replaced.push(error)
        return json({ replaced: true }, { status: 500 })
      },
    })
    const answer = await exchange(port, get('/'))
    assert.match(answer, /^HTTP\/1\.1 500 (?!OK)/)
    assert.match(answer, /\{"replaced":true\}$/)
    assert.doesNotMatch(answer, /set-cookie|x-name/)
    assert.match(String(replaced), /Invalid character/)
  })

  test('so is one whose head is refused behind a header about its length, and the other has its own', async (context) => {
    for (const stated of [{ 'transfer-encoding': 'chunked' }, { 'content-length': '1' }, { trailer: 'x' }]) {
      for (const replacement of [json('in its place'), new Response('"in its place"')]) {
        const { port } = await labServer(context, {
          handler: () => json('first', { headers: { ...stated, 'x-bad': 'a\r\n' } }),
          replace: () => replacement,
        })
        const answer = await exchange(port, get('/'))
        const [head = '', body = ''] = answer.split(/\r\n\r\n([^]*)/)
        const isChunked = /^transfer-encoding: chunked$/im.test(head)
        assert.equal(body, isChunked ? 'e\r\n"in its place"\r\n0\r\n\r\n' : '"in its place"')
        assert.equal(/^content-length: 14$/im.test(head), !isChunked, head)
      }
    }
  })

  test('HEAD has the headers of GET and no body, also for a stream', async (context) => {
    const { port } = await labServer(context, {
      handler: (request) =>
        request.url.endsWith('/s')
          ? stream(new ReadableStream({ pull: (controller) => controller.enqueue(bytes('x')) }))
          : json({ a: 1 }),
    })
    assert.match(await exchange(port, get('/').replace('GET', 'HEAD')), /content-length: 7\r\n[^{]*$/)
    assert.match(await exchange(port, get('/s').replace('GET', 'HEAD')), /^HTTP\/1\.1 200 [^]*\r\n\r\n$/)
  })

  test('a plain platform Response, two cookies and a stream arrive as they are', async (context) => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
    const { port } = await labServer(context, { handler: () => new Response('hello', { status: 203, headers }) })
    const answer = await exchange(port, get('/'))
    assert.equal(statusOf(answer), 203)
    assert.equal(answer.match(/set-cookie: /gi)?.length, 2)
    assert.match(answer, /hello/)
  })
})

suite('bodies over the limit', () => {
  const handler = async (request: Request): Promise<Response> =>
    json({ length: (await request.arrayBuffer()).byteLength })

  test('a declared length over it is refused with 413 before the handler runs and the body is sent', async (context) => {
    let calls = 0
    const { port } = await labServer(context, {
      handler: (request) => {
        calls += 1
        return handler(request)
      },
      bodyLimits: () => ({ bytes: 100, structure: 10_000 }),
    })
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n')
    assert.equal(statusOf(answer), 413)
    assert.match(answer, /connection: close/i)
    assert.equal(calls, 0)
  })

  test('a client that sends it all the same can still read the 413', async (context) => {
    const { port } = await labServer(context, { handler, bodyLimits: () => ({ bytes: 100, structure: 10_000 }) })
    const body = new Uint8Array(4 * 1024 * 1024)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(
        { port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': body.length } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      call.on('error', reject)
      call.end(body)
    })
    assert.equal(status, 413)
  })

  test('a client that asks first gets no 100 Continue', async (context) => {
    const { port } = await labServer(context, { handler, bodyLimits: () => ({ bytes: 100, structure: 10_000 }) })
    const ask = (length: number): string =>
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    assert.match(await exchange(port, ask(101)), /^HTTP\/1\.1 413/)
    assert.match(await exchange(port, ask(2), 'ab'), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  test('a chunked body over it rejects the read and its connection is closed', async (context) => {
    const { port } = await labServer(context, {
      bodyLimits: () => ({ bytes: 100, structure: 10_000 }),
      handler: async (request) => {
        try {
          return json(await request.text())
        } catch (error) {
          return json({ code: (error as { code?: string }).code }, { status: 413 })
        }
      },
    })
    const answer = await exchange(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
      `c8\r\n${'x'.repeat(200)}\r\n`,
    )
    assert.equal(statusOf(answer), 413)
    assert.match(answer, /body_too_large/)
    assert.match(answer, /connection: close/i)
  })

  test('a body up to it is read, whole or in chunks', async (context) => {
    const { port } = await labServer(context, { handler, bodyLimits: () => ({ bytes: 100, structure: 10_000 }) })
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    assert.match(await exchange(port, `${head}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`), /"length":100/)
    assert.match(
      await exchange(port, `${head}Transfer-Encoding: Chunked\r\n\r\n64\r\n${'x'.repeat(100)}\r\n0\r\n\r\n`),
      /"length":100/,
    )
  })
})

test('an address that is taken rejects, and the url carries the port that was taken', async (context) => {
  const server = await labServer(context, { handler: () => json(1) })
  assert.equal(server.url, `http://127.0.0.1:${server.port}/`)
  const quiet = {
    debug() {},
    info() {},
    warn() {},
    error: () => assert.fail('whoever called learns it, and nobody twice'),
  }
  await assert.rejects(
    listen({
      address: { host: '127.0.0.1', port: server.port },
      handler: () => json(1),
      replace: () => json(1),
      onBodyError: () => undefined,
      enter: (_request, work) => work(),
      bodyLimits: () => ({ bytes: 1, structure: 10_000 }),
      chargeBody: () => assert.fail('nothing is read'),
      nameRequest: () => 'r',
      isProxy: () => false,
      standing: new StandingHeaders({}),
      recorder: undefined,
      grace: 0,
      stopping: new AbortController(),
      log: quiet,
    }),
    { code: 'EADDRINUSE' },
  )
})
