import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { createClient, events, type EventOptions, type ServerEvent } from '../index.ts'
import { answerWith, breakOff, movedClock, problemOf, startApi, type FakeApi } from '../testing/start-api.ts'

let api: FakeApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const head = { 'content-type': 'text/event-stream; charset=utf-8' }

function stream(...chunks: readonly (string | Buffer)[]): RequestListener {
  return (_request, response) => void write(response, chunks).then(() => response.end())
}

function broken(text: string): RequestListener {
  return (request, response) => void write(response, [text]).then(() => request.socket.destroy())
}

async function write(response: ServerResponse, chunks: readonly (string | Buffer)[]): Promise<void> {
  response.writeHead(200, head)
  for (const chunk of chunks) await sent(response, chunk)
}

function sent(response: ServerResponse, chunk: string | Buffer): Promise<void> {
  return new Promise((resolve) => response.write(chunk, () => setImmediate(resolve)))
}

const nothingMore: RequestListener = (_request, response) => void response.writeHead(204).end()

async function follow(options: EventOptions = {}, most = Infinity): Promise<readonly ServerEvent[]> {
  const client = createClient({ baseUrl: api.baseUrl, clock: movedClock(), token: 'host_abc' })
  const all: ServerEvent[] = []
  for await (const event of events(client, 'GET /live', { topic: 'a b' }, { clock: movedClock(), ...options })) {
    all.push(event)
    if (all.length >= most) break
  }
  return all
}

const dataOf = (all: readonly ServerEvent[]): readonly string[] => all.map(({ data }) => data)
const lastIds = (): readonly unknown[] => api.seen.map(({ headers }) => headers['last-event-id'])

test('events come as they are sent, emails cut in two by the network too, after a mark of the byte order', async () => {
  const bytes = Buffer.from('\uFEFFdata: 工作区\n\n')
  api.answer(stream(bytes.subarray(0, 12), bytes.subarray(12), 'data: b\n\n'))
  assert.deepEqual(dataOf(await follow()), ['工作区', 'b'])
  const [{ url, headers } = assert.fail('nothing was asked')] = api.seen
  assert.equal(url, '/live?topic=a+b')
  assert.equal(headers.accept, 'text/event-stream')
  assert.equal(headers.authorization, 'Bearer host_abc')
})

test('§A21 a stream that ends or breaks off is opened again after its last event, until the server has no more', async () => {
  const clock = movedClock()
  api.answer(
    stream('retry: 50\nid: 1\ndata: a\n\nid: 2\ndata: cut'),
    broken('id: 三\ndata: b\n\n'),
    stream(': nothing new\n\n'),
    nothingMore,
  )
  assert.deepEqual(dataOf(await follow({ reconnect: true, clock })), ['a', 'b'])
  assert.deepEqual(lastIds(), [
    undefined,
    '1',
    Buffer.from('三').toString('latin1'),
    Buffer.from('三').toString('latin1'),
  ])
  assert.deepEqual(clock.waits, [100, 3_000, 3_000])
})

test('it begins after the given event', async () => {
  api.answer(stream('data: a\n\n'))
  assert.deepEqual(dataOf(await follow({ lastEventId: '41' })), ['a'])
  assert.deepEqual(lastIds(), ['41'])
})

test('§A21 without reconnecting an end is final, and a break is an error after the events before it', async () => {
  api.answer(stream('data: a\n\n'))
  assert.deepEqual(dataOf(await follow()), ['a'])
  api.answer(broken('data: a\n\n'))
  const got: string[] = []
  const client = createClient({ baseUrl: api.baseUrl })
  await assert.rejects(
    async () => {
      for await (const { data } of events(client, 'GET /live')) got.push(data)
    },
    { name: 'ClientError', code: 'network' },
  )
  assert.deepEqual([got, api.seen.length], [['a'], 1])
})

test('a refusal, an answer of another kind and an event too large end it, though it would reconnect', async () => {
  for (const [listener, code] of [
    [answerWith(403, problemOf(403, 'forbidden')), 'forbidden'],
    [answerWith(200, {}), 'unexpected_answer'],
    [stream(`data: ${'x'.repeat(200)}\n\n`), 'unexpected_answer'],
  ] as const) {
    api.answer(listener)
    await assert.rejects(follow({ reconnect: true, largestEvent: 100 }), { name: 'ClientError', code })
    assert.equal(api.seen.length, 1)
  }
})

test('while it opens it is tried again like every read, and then given up', async () => {
  api.answer(breakOff, answerWith(503, {}), stream('data: a\n\n'))
  assert.deepEqual(dataOf(await follow()), ['a'])
  api.answer(stream('data: a\n\n'), breakOff)
  await assert.rejects(follow({ reconnect: true }), { code: 'network' })
  assert.equal(api.seen.length, 4)
})

test('a reader who stops closes the connection, and an abort ends it with its reason', { timeout: 5_000 }, async () => {
  const closed = Promise.withResolvers<void>()
  const endless: RequestListener = (request, response) => {
    response.writeHead(200, head).write('data: a\n\n')
    request.socket.once('close', closed.resolve)
  }
  api.answer(endless)
  assert.deepEqual(dataOf(await follow({}, 1)), ['a'])
  await closed.promise
  const controller = new AbortController()
  const reason = new Error('the reader went on')
  setTimeout(() => controller.abort(reason), 50)
  await assert.rejects(follow({ signal: controller.signal, reconnect: true }), reason)
})
