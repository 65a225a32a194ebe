import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { stream } from '@host/plugin'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, open } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

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
      'with something that is not a bytes',
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
      // A real wait: the system's buffers fill up without an event.
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
