import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { json, sse, stream } from '@host/plugin'
import { callSignal } from './call-signal.ts'
import { listen } from './listen.ts'
import { labServer } from './testing/lab-server.ts'
import { exchange, get, statusOf } from './testing/raw-client.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Resolves when the condition holds; the test's timeout is the only limit. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5)
}

/** Opens a request and gives what has arrived so far, and a way to hang up. */
function open(port: number, text: string): { received: () => string; hangUp: () => void; closed: Promise<void> } {
  const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(text))
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
  })
  return { received: () => received, hangUp: () => void socket.destroy(), closed }
}

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
      limits: { requestBody: 100 },
    })
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n')
    assert.equal(statusOf(answer), 413)
    assert.match(answer, /connection: close/i)
    assert.equal(calls, 0)
  })

  test('a client that sends it all the same can still read the 413', async (context) => {
    const { port } = await labServer(context, { handler, limits: { requestBody: 100 } })
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

  test('a client that asks first is not told to continue', async (context) => {
    const { port } = await labServer(context, { handler, limits: { requestBody: 100 } })
    const ask = (length: number): string =>
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    assert.match(await exchange(port, ask(101)), /^HTTP\/1\.1 413/)
    assert.match(await exchange(port, ask(2), 'ab'), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  test('a chunked body over it rejects the read with ERR_BODY_TOO_LARGE and its connection is closed', async (context) => {
    const { port } = await labServer(context, {
      limits: { requestBody: 100 },
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
    assert.match(answer, /ERR_BODY_TOO_LARGE/)
    assert.match(answer, /connection: close/i)
  })

  test('a body up to it is read, whole or in chunks', async (context) => {
    const { port } = await labServer(context, { handler, limits: { requestBody: 100 } })
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    assert.match(await exchange(port, `${head}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`), /"length":100/)
    assert.match(
      await exchange(port, `${head}Transfer-Encoding: Chunked\r\n\r\n64\r\n${'x'.repeat(100)}\r\n0\r\n\r\n`),
      /"length":100/,
    )
  })
})

suite('streamed bodies', () => {
  const failures: readonly (readonly [string, () => Response, RegExp])[] = [
    [
      'before the first byte',
      () => stream(new ReadableStream({ start: (controller) => controller.error(new Error('broken')) })),
      /broken/,
    ],
    [
      'after the first byte',
      () => {
        let sent = false
        return stream(
          new ReadableStream<Uint8Array>({
            pull(controller) {
              if (sent) throw new Error('broken')
              sent = true
              controller.enqueue(bytes('first'))
            },
          }),
        )
      },
      /broken/,
    ],
    [
      'in a platform Response',
      () => new Response(new ReadableStream({ start: (controller) => controller.error(new Error('broken')) })),
      /broken/,
    ],
    [
      'with something that is no bytes',
      () => stream(new ReadableStream({ start: (controller) => controller.enqueue({ a: 1 } as never) })),
      /must produce bytes, not object/,
    ],
  ]
  for (const [when, handler, message] of failures) {
    test(`one that fails ${when} is reported once with its request, and the connection is cut`, async (context) => {
      const server = await labServer(context, { handler })
      const answer = await exchange(server.port, get('/s'))
      assert.doesNotMatch(answer, /\r\n0\r\n\r\n$/)
      assert.deepEqual(
        server.bodyErrors.map(({ path }) => path),
        ['/s'],
      )
      assert.match(String(server.bodyErrors[0]?.error), message)
    })
  }

  test('one is not read faster than the client reads', async (context) => {
    let produced = 0
    const { port } = await labServer(context, {
      handler: () =>
        stream(
          new ReadableStream<Uint8Array>({
            pull(controller) {
              produced += 1
              controller.enqueue(new Uint8Array(64 * 1024))
            },
          }),
        ),
    })
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(get('/')))
    socket.pause()
    await until(() => produced > 0)
    let before = -1
    while (produced !== before) {
      before = produced
      await pause(100)
    }
    assert.ok(produced < 1000, `${produced} chunks`)
    socket.destroy()
  })

  test('one whose cancelling fails is reported', async (context) => {
    const server = await labServer(context, {
      handler: () =>
        stream(
          new ReadableStream<Uint8Array>({
            start: (controller) => controller.enqueue(bytes('first')),
            cancel: () => {
              throw new Error('still busy')
            },
          }),
        ),
    })
    const client = open(server.port, get('/'))
    await until(() => client.received().includes('first'))
    client.hangUp()
    await until(() => server.bodyErrors.length > 0)
    assert.match(String(server.bodyErrors[0]?.error), /still busy/)
  })

  test('one is cancelled when the client leaves, and nothing is reported', async (context) => {
    let isCancelled = false
    const server = await labServer(context, {
      handler: () =>
        stream(
          new ReadableStream<Uint8Array>({
            start: (controller) => controller.enqueue(bytes('first')),
            cancel: () => {
              isCancelled = true
            },
          }),
        ),
    })
    const client = open(server.port, get('/'))
    await until(() => client.received().includes('first'))
    client.hangUp()
    await until(() => isCancelled)
    assert.deepEqual(server.bodyErrors, [])
  })
})

suite('the signal of a call', () => {
  test('aborts with an AbortError when the client leaves while the handler works', async (context) => {
    let signal: AbortSignal | undefined
    const server = await labServer(context, {
      handler: (request) => {
        signal = callSignal(request, new AbortController().signal)
        return new Promise(() => undefined)
      },
    })
    const client = open(server.port, get('/'))
    await until(() => signal !== undefined)
    client.hangUp()
    await until(() => signal?.aborted === true)
    assert.equal((signal?.reason as Error).name, 'AbortError')
  })

  test('does not abort when the answer is complete', async (context) => {
    let signal: AbortSignal | undefined
    const server = await labServer(context, {
      handler: (request) => {
        signal = callSignal(request, server.stopping.signal)
        return json(1)
      },
    })
    await exchange(server.port, get('/'))
    await server.stop(1000)
    assert.equal(signal?.aborted, false)
  })

  test('aborts with an AbortError when the host stops, also for a request made by hand', async (context) => {
    const stopping = new AbortController()
    const byHand = callSignal(new Request('http://host/'), stopping.signal)
    stopping.abort(new DOMException('The host is stopping.', 'AbortError'))
    assert.equal((byHand.reason as Error).name, 'AbortError')
    let signal: AbortSignal | undefined
    const server = await labServer(context, {
      handler: (request) => {
        const own = callSignal(request, server.stopping.signal)
        signal = own
        return new Promise((resolve) => {
          own.addEventListener('abort', () => resolve(json('ended early')))
        })
      },
    })
    const client = open(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => signal !== undefined)
    await server.stop(5000)
    await client.closed
    assert.match(client.received(), /ended early/)
    assert.equal((signal?.reason as Error).name, 'AbortError')
  })
})

suite('stopping', () => {
  test('lets a running answer finish, closes idle connections and refuses new ones', async (context) => {
    let finish: (() => void) | undefined
    const server = await labServer(context, {
      handler: (request) =>
        request.url.endsWith('/slow')
          ? new Promise((resolve) => {
              finish = () => resolve(json('done'))
            })
          : json('fast'),
    })
    const idle = open(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => idle.received().includes('fast'))
    const slow = open(server.port, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => finish !== undefined)
    const stopped = server.stop(60_000)
    assert.ok(server.stopping.signal.aborted)
    await idle.closed
    await assert.rejects(exchange(server.port, get('/')), { code: 'ECONNREFUSED' })
    finish?.()
    await slow.closed
    assert.match(slow.received(), /done/)
    await stopped
  })

  test('ends server-sent events at once, although their plugin goes on', async (context) => {
    async function* endless(): AsyncGenerator<{ data: string }> {
      yield { data: 'first' }
      await new Promise(() => undefined)
    }
    const server = await labServer(context, { handler: () => sse(endless()) })
    const client = open(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => client.received().includes('first'))
    await server.stop(60_000)
    await client.closed
    assert.match(client.received(), /\r\n0\r\n\r\n$/)
    assert.deepEqual(server.bodyErrors, [])
  })

  test('cuts at the deadline what never answers, never ends or never asks', async (context) => {
    const server = await labServer(context, {
      handler: (request) =>
        request.url.endsWith('/stream')
          ? stream(
              new ReadableStream({
                async pull(controller) {
                  await pause(5)
                  controller.enqueue(bytes('x'))
                },
              }),
            )
          : new Promise(() => undefined),
    })
    const clients = [
      'GET /never HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /stream HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET / HT',
    ].map((text) => open(server.port, text))
    await until(() => clients[1]?.received().includes('x') === true)
    await server.stop(50)
    await Promise.all(clients.map((client) => client.closed))
  })

  test('twice is once', async (context) => {
    const server = await labServer(context, { handler: () => json(1) })
    await Promise.all([server.stop(1000), server.stop(1000)])
    await server.stop(1000)
  })
})

test('an address that is taken rejects, and the url carries the port that was taken', async (context) => {
  const server = await labServer(context, { handler: () => json(1) })
  assert.equal(server.url, `http://127.0.0.1:${server.port}/`)
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  await assert.rejects(
    listen({
      address: { host: '127.0.0.1', port: server.port },
      handler: () => json(1),
      onBodyError: () => undefined,
      stopping: new AbortController(),
      log: quiet,
    }),
    { code: 'EADDRINUSE' },
  )
})
