import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, open, statusOf } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

const head = 'POST / HTTP/1.1\r\nHost: a\r\n'

suite('a body that a handler cancels', () => {
  test('ends its connection without an error of the host', async (context) => {
    for (const framing of ['Content-Length: 10', 'Content-Length: 100000', 'Transfer-Encoding: chunked']) {
      let isAnswered = false
      const { port, lines } = await labServer(context, {
        async handler(request) {
          if (request.method === 'GET') return new Response('next')
          await request.body?.cancel()
          // Node lets go of the socket after it was closed.
          await new Promise(setImmediate)
          isAnswered = true
          return new Response('too long')
        },
      })
      const client = open(port, `${head}${framing}\r\n\r\n`)
      await client.closed
      await until(() => isAnswered)
      assert.equal(statusOf(await exchange(port, get('/'))), 200)
      assert.deepEqual(
        lines.filter(({ level }) => level === 'error' || level === 'warn'),
        [],
        framing,
      )
    }
  })
})
