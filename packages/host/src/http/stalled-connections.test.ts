import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { suite, test, type TestContext } from 'node:test'
import { json, stream } from '@host/plugin'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, open, statusOf } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

const idleTimeout = 300
/** More than the buffers of both sides take. */
const large = 'x'.repeat(32 * 1024 * 1024)
const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Connects a client that reads one small answer, and then nothing. */
async function connectDeaf(context: TestContext, port: number, text: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  context.after(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(request('/small'))
  await once(socket, 'data')
  socket.pause()
  socket.write(text)
}

async function* pages(): AsyncGenerator<string> {
  for (;;) yield await Promise.resolve(large)
}

suite('stalled connections', () => {
  for (const [what, text] of [
    ['as a whole', request('/large')],
    ['as a stream', request('/stream')],
    ['behind another answer', `${request('/small')}${request('/large')}`],
  ] as const) {
    test(`a client that does not read an answer sent ${what} is put out`, async (context) => {
      let asked = 0
      const server = await labServer(context, {
        limits: { idleTimeout },
        handler: ({ url }) => {
          asked += 1
          return url.endsWith('/stream') ? stream(pages()) : json(url.endsWith('/large') ? large : 'small')
        },
      })
      await connectDeaf(context, server.port, text)
      await until(() => asked > 1)
      await until(() => server.connections() === 0)
    })
  }

  test('so is one whose answers wait behind one another', async (context) => {
    const waiting: (() => void)[] = []
    const server = await labServer(context, {
      limits: { idleTimeout },
      handler: ({ url }) =>
        url.endsWith('/small') ? json('small') : new Promise((resolve) => waiting.push(() => resolve(json(large)))),
    })
    await connectDeaf(context, server.port, request('/first') + request('/second'))
    await until(() => waiting.length === 2)
    // The second answer is ready first, and waits for the first.
    for (const answer of waiting.toReversed()) answer()
    await until(() => server.connections() === 0)
  })

  for (const [what, text] of [
    ['a change of protocol', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
  ] as const) {
    test(`so is one that asks for ${what} behind an answer that it does not read`, async (context) => {
      let asked = 0
      const server = await labServer(context, {
        limits: { idleTimeout },
        handler: ({ url }) => {
          asked += 1
          return json(url.endsWith('/large') ? large : 'small')
        },
      })
      await connectDeaf(context, server.port, request('/large') + text)
      await until(() => asked > 1)
      await until(() => server.connections() === 0)
    })

    test(`the refusal of ${what} comes behind the answers to the requests before it`, async (context) => {
      let answer: (() => void) | undefined
      const server = await labServer(context, {
        handler: () =>
          new Promise((resolve) => {
            answer = () => resolve(json('late'))
          }),
      })
      const client = open(server.port, request('/late') + text)
      await until(() => answer !== undefined)
      await nextTurn()
      answer?.()
      await client.closed
      assert.match(client.received(), /^HTTP\/1\.1 200 [^]*"late"HTTP\/1\.1 4\d\d /)
    })
  }

  test('so is one that says nothing at all', async (context) => {
    const server = await labServer(context, { limits: { idleTimeout }, handler: () => json('unasked') })
    const client = open(server.port, '')
    await client.closed
    assert.equal(client.received(), '')
  })

  test('a client that waits for us stays', async (context) => {
    const waiting: (() => void)[] = []
    const server = await labServer(context, {
      limits: { idleTimeout },
      handler: ({ url }) =>
        url.endsWith('/slow') ? new Promise((resolve) => waiting.push(() => resolve(json('late')))) : json('fast'),
    })
    // The first request of one connection, and a later one of another.
    for (const before of ['', request('/fast')]) {
      const client = open(server.port, before)
      await until(() => before === '' || client.received().includes('fast'))
      client.send(request('/slow'))
      await until(() => waiting.length > 0)
      // A real wait: sockets count real time.
      await pause(4 * idleTimeout)
      waiting.pop()?.()
      await until(() => client.received().includes('late'))
      client.hangUp()
    }
    assert.equal(statusOf(await exchange(server.port, get('/fast'))), 200)
  })
})
