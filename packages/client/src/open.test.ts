import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, before, test } from 'node:test'
import { createClient, type Client } from './index.ts'
import { answerWith, movedClock, problemOf, startApi, type FakeApi } from './testing/start-api.ts'

let api: FakeApi
let client: Client
before(async () => {
  api = await startApi()
  client = createClient({ baseUrl: `${api.baseUrl}/base`, clock: movedClock(), timeoutMilliseconds: 600 })
})
after(() => api.stop())

const half: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' }).write('a,b\n')
  setTimeout(() => request.socket.destroy(), 20)
}

test('a download is there with its headers, and its body has all the time that it takes', async () => {
  api.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' }).write('a,b\n')
    setTimeout(() => response.end('1,2\n'), 900)
  })
  const answer = await client.open('GET /api/audit/export/{range...}', { range: '2026/x y', format: 'csv' })
  assert.equal(answer.headers.get('content-disposition'), 'attachment')
  assert.equal(await answer.text(), 'a,b\n1,2\n')
  assert.equal(api.seen[0]?.url, '/base/api/audit/export/2026/x%20y?format=csv')
})

test('§A22 a body that breaks off fails with the error of every call, and nothing is sent again', async () => {
  api.answer(half)
  const answer = await client.open('GET /file')
  await assert.rejects(answer.text(), { name: 'ClientError', code: 'network' })
  const { body } = await client.open('GET /file')
  await assert.rejects(body?.pipeTo(new WritableStream()) ?? assert.fail(), { name: 'ClientError', code: 'network' })
  assert.equal(api.seen.length, 2)
})

test('§A22 a refusal is the error of every call, before there is a body to read', async () => {
  api.answer(answerWith(403, problemOf(403, 'forbidden')))
  await assert.rejects(client.open('GET /file'), { name: 'ClientError', code: 'forbidden', requestId: 'req_1' })
  api.answer(() => undefined)
  await assert.rejects(client.open('GET /file', {}, { retry: false }), { code: 'timeout' })
})

test('an abort ends a download with its reason, and who stops reading closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  api.answer((request, response) => {
    response.writeHead(200).write('x')
    request.socket.once('close', closed.resolve)
  })
  const controller = new AbortController()
  const reason = new Error('the reader went on')
  const text = (await client.open('GET /file', {}, { signal: controller.signal })).text()
  controller.abort(reason)
  await assert.rejects(text, reason)
  await closed.promise
  const left = Promise.withResolvers<void>()
  api.answer((request, response) => {
    response.writeHead(200).write('x')
    request.socket.once('close', left.resolve)
  })
  await (await client.open('GET /file')).body?.cancel()
  await left.promise
})

test('nothing is read ahead of who takes it', async () => {
  let written = 0
  const sent = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(new Uint8Array(++written)) },
    { highWaterMark: 0 },
  )
  const slow = createClient({ baseUrl: api.baseUrl, fetch: async () => new Response(sent) })
  const { body } = await slow.open('GET /file')
  const reader = body?.getReader() ?? assert.fail()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(written, 1)
  await reader.cancel()
})

test('headers of a call stand beside those of the client, which win', async () => {
  api.answer()
  const withToken = createClient({ baseUrl: api.baseUrl, token: 'host_abc' })
  await withToken.open('GET /file', {}, { headers: { accept: 'text/csv', range: 'bytes=0-9', authorization: 'x' } })
  const [{ headers } = assert.fail()] = api.seen
  assert.deepEqual([headers.accept, headers.range, headers.authorization], ['text/csv', 'bytes=0-9', 'Bearer host_abc'])
})
