import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStreamed, json, noContent, redirect, sse, stream } from './respond.ts'

test('json answers with the value, its type and status 200', async () => {
  const response = json({ message: 'hello' })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.deepEqual(await response.json(), { message: 'hello' })
})

test('json takes a status and headers', () => {
  const response = json({}, { status: 201, headers: { location: '/x' } })
  assert.equal(response.status, 201)
  assert.equal(response.headers.get('location'), '/x')
})

test('noContent has status 204 and no body', async () => {
  const response = noContent()
  assert.equal(response.status, 204)
  assert.equal(await response.text(), '')
})

test('redirect refuses a location that could write headers of its own', () => {
  for (const location of ['/a\r\nset-cookie: x=1', '/a b', '/\u0000', '/ü', '/a\t']) {
    assert.throws(() => redirect(location), TypeError, JSON.stringify(location))
  }
  assert.equal(redirect('/admin?next=%2Fnotes', 303).headers.get('location'), '/admin?next=%2Fnotes')
})

test('only stream and sse mark an answer as streamed', () => {
  assert.equal(isStreamed(stream(new ReadableStream())), true)
  assert.equal(isStreamed(sse(events([]))), true)
  assert.equal(isStreamed(json({})), false)
})

test('sse writes one event after the other, and no field into another', async () => {
  const response = sse(events([{ data: { n: 1 } }, { data: 'two\nlines', event: 'tick\ndata: forged', id: '7' }]))
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  assert.equal(await response.text(), 'data: {"n":1}\n\nid: 7\nevent: tick data: forged\ndata: "two\\nlines"\n\n')
})

test('sse ends the iterable when the reader leaves', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield { data: 1 }
    } finally {
      isEnded = true
    }
  }
  const reader = sse(endless()).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  assert.equal(isEnded, true)
})

async function* events<Event>(list: readonly Event[]) {
  yield* list
}
