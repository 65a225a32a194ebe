import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { json, sse, stream } from '@host/plugin'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, open } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Waits until a server takes no connections. */
async function refused(port: number): Promise<void> {
  for (;;) {
    const code = await exchange(port, get('/')).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (code === 'ECONNREFUSED') return
  }
}

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
    await idle.closed
    await until(() => server.stopping.signal.aborted)
    await assert.rejects(exchange(server.port, get('/')), { code: 'ECONNREFUSED' })
    finish?.()
    await slow.closed
    assert.match(slow.received(), /done/)
    await stopped
  })

  test('answers a connection that was in use once more, and says that it ends', async (context) => {
    const server = await labServer(context, { handler: ({ url }) => json(url), grace: 60_000 })
    const text = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const client = open(server.port, text('/first'))
    await until(() => client.received().includes('/first'))
    assert.match(client.received(), /^connection: keep-alive/im)
    const drained = server.drain()
    await refused(server.port)
    client.send(text('/second'))
    await client.closed
    assert.match(client.received(), /\/first[^]*^connection: close[^]*\/second/im)
    await drained
    assert.ok(!server.stopping.signal.aborted, 'no running answer was disturbed')
  })

  test('serves connections that wait to be accepted when it stops listening', async (context) => {
    const server = await labServer(context, { handler: () => json('served'), grace: 60_000 })
    const answers = Array.from({ length: 20 }, () => exchange(server.port, get('/')))
    await server.drain()
    for (const answer of await Promise.all(answers)) assert.match(answer, /served/)
  })

  test('ends server-sent events at once, although their plugin continues', async (context) => {
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

  test('closes at the deadline connections that never answer, end or send', async (context) => {
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
    let openBeforeCut = 0
    await server.stop(50, () => (openBeforeCut = server.connections()))
    await Promise.all(clients.map((client) => client.closed))
    assert.ok(openBeforeCut >= 2, 'the caller learns of open answers before they are cut')
  })

  test('twice is once', async (context) => {
    const server = await labServer(context, { handler: () => json(1) })
    await Promise.all([server.stop(1000), server.stop(1000)])
    await server.stop(1000)
  })
})
