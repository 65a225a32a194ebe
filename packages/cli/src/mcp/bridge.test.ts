import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { CommandFailure } from '../command-failure.ts'
import { largestMessage, runBridge } from './bridge.ts'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

type Answer = (asked: Message, response: ServerResponse, request: IncomingMessage) => void

/** A host that answers every request with its method, unless a test says otherwise. */
async function startHost(t: TestContext, answer: Answer = reply, greeting: Answer = reply) {
  const asked: Message[] = []
  const take: Answer = (message, response, request) => {
    if (message.id === 'greeting') return greeting(message, response, request)
    asked.push(message)
    return answer(message, response, request)
  }
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.writeHead(405).end()
    else void text(request).then((body) => take(JSON.parse(body) as Message, response, request))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  t.after(stop)
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`), asked, stop }
}

function reply({ id, method }: Message, response: ServerResponse): void {
  if (id === undefined) return void response.writeHead(202).end()
  send(response, 200, { jsonrpc: '2.0', id, result: { method } })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A bridge whose ends are controlled by the test. */
function open(url: URL) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const reported: string[] = []
  const lines = lineReader(stdout)
  const over = runBridge({
    target: { url, token: 'host_abc' },
    stdin,
    stdout,
    report: (line) => void reported.push(line),
    lookFor: [20],
  }).then(
    () => 'done',
    (error: unknown) => (error instanceof CommandFailure ? error.problems.join() : assert.fail(String(error))),
  )
  const write = (...messages: readonly unknown[]): void => {
    for (const message of messages) stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  }
  const ask = (id: number | string, method = 'ping'): void => write({ jsonrpc: '2.0', id, method })
  return { stdin, stdout, reported, over, write, ask, next: lines }
}

function lineReader(stream: PassThrough): () => Promise<Message> {
  const found = (async function* (): AsyncGenerator<Message, void, undefined> {
    let rest = ''
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as Message
    }
  })()
  return async () => (await found.next()).value ?? assert.fail('nothing more was written')
}

const limit = { timeout: 20_000 }

test(
  'requests go to the host at once, each answer comes back with its id, and notifications go too',
  limit,
  async (t) => {
    const first = Promise.withResolvers<void>()
    const { url, asked } = await startHost(t, (message, response, request) => {
      if (message.id === 1) void first.promise.then(() => reply(message, response))
      else reply(message, response)
      assert.equal(request.headers.authorization, 'Bearer host_abc')
    })
    const { ask, next, write, stdin, over } = open(url)
    ask(1)
    ask('two', 'tools/list')
    write({ jsonrpc: '2.0', method: 'notifications/progress' })
    assert.deepEqual(await next(), { jsonrpc: '2.0', id: 'two', result: { method: 'tools/list' } })
    first.resolve()
    assert.equal((await next()).id, 1)
    stdin.end()
    assert.equal(await over, 'done')
    assert.deepEqual(
      new Set(asked.map(({ method }) => method)),
      new Set(['ping', 'tools/list', 'notifications/progress']),
    )
  },
)

test('a refusal of the host is the answer to its request, in a sentence and without the token', limit, async (t) => {
  let status = 503
  const problem = { code: 'overloaded', detail: 'The host is busy.', title: 'Busy' }
  const { url } = await startHost(t, (_message, response) => send(response, status, problem))
  const { ask, next, stdin } = open(url)
  for (const [given, said] of [
    [503, /returned status 503\. The host is busy\.$/],
    [401, /rejected the API token\. The host is busy\.$/],
    [403, /offers no tools to this API token/],
    [302, /returned status 302/],
  ] as const) {
    status = given
    ask(given)
    const { id, error } = await next()
    assert.equal(id, given)
    assert.match(error?.message ?? '', said)
    assert.deepEqual(error?.data, { status: given, code: 'overloaded' })
    assert.ok(!JSON.stringify(error).includes('host_abc'))
  }
  stdin.end()
})

test('an answer that is none of the protocol, or that ends early, is an error and not silence', limit, async (t) => {
  const { url } = await startHost(t, ({ method, id }, response) => {
    if (method === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>')
    else if (method === 'odd') send(response, 200, { hello: 1 })
    else if (method === 'other') send(response, 200, { jsonrpc: '2.0', id: `${id}0`, result: {} })
    else if (method === 'accepted') response.writeHead(202).end()
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n')
  })
  const { ask, next, stdin } = open(url)
  for (const [index, method] of ['html', 'odd', 'other', 'accepted', 'events'].entries()) {
    ask(index, method)
    const { id, error } = await next()
    assert.equal(id, index, method)
    assert.equal(error?.code, -32_000)
  }
  stdin.end()
})

test('a request that is taken back ends on its way to the host, and has no answer', limit, async (t) => {
  const closed = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const { url, asked } = await startHost(t, (message, response) => {
    if (message.method !== 'slow') return reply(message, response)
    response.once('close', closed.resolve)
    reached.resolve()
  })
  const { ask, next, write, stdin } = open(url)
  ask(1, 'slow')
  await reached.promise
  write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
  await closed.promise
  ask(2)
  assert.equal((await next()).id, 2)
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['slow', 'ping'],
  )
  stdin.end()
})

test('pending requests are limited, and each has its own id', limit, async (t) => {
  const { url } = await startHost(t, () => undefined)
  const { ask, next, stdin } = open(url)
  for (let id = 0; id < 100; id += 1) ask(id)
  ask(7)
  assert.match((await next()).error?.message ?? '', /^A request with this ID is already in progress/)
  ask(100)
  assert.match((await next()).error?.message ?? '', /^100 requests are already/)
  stdin.end()
})

test('lines that are not messages are passed over, and said once', limit, async (t) => {
  const { url } = await startHost(t)
  const { write, ask, next, stdin, reported, over } = open(url)
  write('', 'hello', '{"jsonrpc":', '[]', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 'null', '[[[[')
  ask(1)
  assert.equal((await next()).id, 1)
  stdin.end()
  assert.equal(await over, 'done')
  assert.deepEqual(reported, ['Ignored a line on standard input that is not a valid MCP message.'])
})

test('a line that is too long ends the bridge with a sentence', limit, async (t) => {
  const { url, asked } = await startHost(t)
  const { stdin, over } = open(url)
  for (let size = 0; size <= largestMessage; size += 60_000) stdin.write('x'.repeat(60_000))
  assert.match(await over, /^The connection to the client failed: .*1048576 bytes/)
  assert.equal(asked.length, 0)
})

test('a closed output ends the bridge', limit, async (t) => {
  const { url } = await startHost(t)
  const { ask, stdout, over } = open(url)
  ask(1)
  await once(stdout, 'data')
  stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  assert.match(await over, /^The connection to the client failed: write EPIPE/)
})

test('§A24 a host that stops ends the bridge, and its requests are answered before', limit, async (t) => {
  const { url, stop } = await startHost(t)
  const { ask, next, over } = open(url)
  ask(1)
  assert.equal((await next()).id, 1)
  stop()
  ask(2)
  assert.match((await next()).error?.message ?? '', /could not be reached/)
  assert.match(await over, /could not be reached\. Check the address and that the host is running\.$/)
})

test('a host that is back soon is gone on with', limit, async (t) => {
  let breaks = 1
  const { url } = await startHost(t, (message, response, request) => {
    if (breaks-- > 0) request.socket.destroy()
    else reply(message, response)
  })
  const { ask, next, stdin, over } = open(url)
  ask(1)
  assert.match((await next()).error?.message ?? '', /could not be reached/)
  ask(2)
  assert.equal((await next()).id, 2)
  stdin.end()
  assert.equal(await over, 'done')
})

test('a host without tools, without MCP, or too busy is reported before any input is read', limit, async (t) => {
  const html: Answer = (_asked, response) => response.writeHead(404).end('<h1>')
  for (const [greeting, sentence] of [
    [
      refuse(403, 'Ask an admin for the scope.'),
      /^http:\S+ offers no tools to this API token\. Ask an admin for the scope\.$/,
    ],
    [refuse(404, 'The feature is off.'), /^http:\S+ has no MCP endpoint at \/api\/mcp\. The feature is off\.$/],
    [refuse(503, 'Busy\u001b[31m\n.'), /^http:\S+ returned status 503\. Busy \[31m \.$/],
    [refuse(302, 7), /^http:\S+ returned status 302\.$/],
    [html, /^http:\S+ has no MCP endpoint at \/api\/mcp\.$/],
  ] as const) {
    const { url, asked, stop } = await startHost(t, reply, greeting)
    const { over, ask } = open(url)
    ask(1)
    assert.match(await over, sentence)
    assert.equal(asked.length, 0)
    stop()
  }
})

function refuse(status: number, detail: unknown): Answer {
  return (_asked, response) => send(response, status, { code: 'refused', detail })
}
