import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json } from '@host/plugin'
import { callSignal } from './call-signal.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get, open } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

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
    assert.match(String(signal?.reason), /^AbortError: /)
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
    assert.match(String(signal?.reason), /^AbortError: /)
  })
})
