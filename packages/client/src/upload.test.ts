import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { defineUpload } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { ClientError, createClient, type ClientOptions, type UploadProgress } from './index.ts'
import { answerWith, startApi, type FakeApi } from './testing/start-api.ts'

const addReceipt = defineUpload({
  pattern: 'POST /api/x/expenses/{id}/receipts',
  accept: ['text/plain'],
  maxBytes: 1000,
  input: z.object({ note: z.optional(z.string()) }),
  output: z.object({ id: z.string() }),
  summary: 'Add a receipt',
  toJSONSchema: z.toJSONSchema,
})
const file = new File(['hello'], '收据.txt', { type: 'text/plain' })

let api: FakeApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())
beforeEach(() => {
  api.seen.length = 0
  api.answer(answerWith(201, { id: 'rec_1' }))
})

const connect = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: api.baseUrl, ...options })

test('an upload sends the bare file, its fields in the query, its name and type in headers', async () => {
  const progress: UploadProgress[] = []
  const sent = { id: 'exp 1', note: 'lunch', file }
  const answer = await connect().upload(addReceipt, sent, { onProgress: (each) => progress.push(each) })
  assert.deepEqual(answer, { id: 'rec_1' })
  const [seen] = api.seen
  assert.deepEqual(
    [seen?.method, seen?.url, seen?.body],
    ['POST', '/api/x/expenses/exp%201/receipts?note=lunch', 'hello'],
  )
  assert.equal(seen?.headers['content-type'], 'text/plain')
  assert.equal(seen?.headers['content-length'], '5')
  assert.equal(seen?.headers['x-file-name'], '%E6%94%B6%E6%8D%AE.txt')
  assert.match(String(seen?.headers['idempotency-key']), /.{20}/)
  assert.deepEqual(progress, [
    { sent: 0, total: 5 },
    { sent: 5, total: 5 },
  ])
})

test('a plain blob gets the name of the options, and a key of the caller is sent as it is', async () => {
  const options = { fileName: 'a.bin', idempotencyKey: 'mine' }
  await connect().upload(addReceipt, { id: '1', file: new Blob(['x']) }, options)
  const { headers } = api.seen[0] ?? assert.fail()
  assert.deepEqual(
    [headers['content-type'], headers['x-file-name'], headers['idempotency-key']],
    ['application/octet-stream', 'a.bin', 'mine'],
  )
})

test('a refusal is a client error and is not sent again', async () => {
  api.answer(answerWith(503, { title: 'Busy', nextStep: 'Wait', code: 'overloaded', requestId: 'r' }))
  await assert.rejects(connect().upload(addReceipt, { id: '1', file }), (error) => {
    assert.ok(error instanceof ClientError)
    return error.code === 'overloaded'
  })
  assert.equal(api.seen.length, 1)
})

test('call() refuses an upload, and an aborted upload rejects with its reason', async () => {
  await assert.rejects(connect().call(addReceipt, { id: '1' }), /use client\.upload/)
  const reason = new Error('enough')
  await assert.rejects(connect().upload(addReceipt, { id: '1', file }, { signal: AbortSignal.abort(reason) }), reason)
})

test('where the platform has XMLHttpRequest, the progress is that of the connection', async (context) => {
  const events = new Map<string, (event?: { loaded: number }) => void>()
  class FakeXhr {
    readonly upload = { addEventListener: (_: string, listener: never) => void events.set('progress', listener) }
    readonly status = 201
    readonly responseText = '{"id":"rec_2"}'
    readonly headers: Record<string, string> = {}
    open() {}
    abort() {
      events.get('abort')?.()
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-request-id: r1\r\n'
    }
    addEventListener(event: string, listener: never) {
      events.set(event, listener)
    }
    send(body: Blob) {
      if (body.size > 100) return
      events.get('progress')?.({ loaded: 3 })
      events.get('load')?.()
      events.get('loadend')?.()
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr })
  context.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  const sent: number[] = []
  const answer = await connect().upload(addReceipt, { id: '1', file }, { onProgress: (each) => sent.push(each.sent) })
  assert.deepEqual([answer, sent, api.seen.length], [{ id: 'rec_2' }, [3], 0])
  const end = new AbortController()
  const large = new Blob(['x'.repeat(200)])
  const aborted = connect().upload(addReceipt, { id: '1', file: large }, { signal: end.signal })
  end.abort(new Error('enough'))
  await assert.rejects(aborted, /enough/)
})
