import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainAnswer, removeHeader, setDefaultHeader, setHeader } from './answer.ts'
import { json, noContent, redirect, stream } from './respond.ts'

/** The response as the adapter would send it. */
function sent(response: Response): Readonly<Record<string, string>> {
  const adapted = (response as unknown as { _toNodeResponse(): { headers: string[] } })._toNodeResponse()
  const pairs = adapted.headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, adapted.headers[index + 1] ?? '']] : [],
  )
  return Object.fromEntries(pairs) as Record<string, string>
}

test('a header is set on an answer, and a default only where it says nothing', () => {
  const answer = json({}, { headers: { 'Cache-Control': 'max-age=1', 'X-Id': 'own' } })
  assert.equal(setHeader(answer, 'x-id', 'ours'), answer)
  assert.equal(setDefaultHeader(answer, 'cache-control', 'no-store'), answer)
  assert.equal(setDefaultHeader(answer, 'vary', 'cookie'), answer)
  assert.deepEqual(plainAnswer(answer)?.headers, {
    'content-type': 'application/json',
    'cache-control': 'max-age=1',
    'x-id': 'ours',
    vary: 'cookie',
  })
  const foreign = new Response(null, { headers: { 'cache-control': 'max-age=1' } })
  assert.equal(setDefaultHeader(foreign, 'cache-control', 'no-store').headers.get('cache-control'), 'max-age=1')
  assert.equal(setDefaultHeader(foreign, 'vary', 'cookie').headers.get('vary'), 'cookie')
})

test('a header is removed from every kind of answer', () => {
  const plain = json({}, { headers: { 'X-Id': 'own' } })
  assert.equal(removeHeader(plain, 'x-id'), plain)
  assert.deepEqual(plainAnswer(plain)?.headers, { 'content-type': 'application/json' })
  const foreign = new Response(null, { status: 202, headers: { 'x-id': 'own', vary: 'cookie' } })
  assert.equal(removeHeader(foreign, 'x-id'), foreign)
  assert.deepEqual([...foreign.headers], [['vary', 'cookie']])
  const fixed = Response.redirect('http://host.test/')
  const moved = removeHeader(fixed, 'location')
  assert.deepEqual([moved.status, [...moved.headers], fixed.headers.has('location')], [302, [], true])
  assert.equal(removeHeader(fixed, 'x-id'), fixed)
})

test('an answer has a plain form until its headers or its body are read, and a stream has no body in it', async () => {
  assert.equal(plainAnswer(json(1))?.body, '1')
  assert.equal(plainAnswer(noContent())?.body, null)
  assert.equal(plainAnswer(stream(new ReadableStream()))?.body, undefined)
  const [touched, read] = [json(1), json(1)]
  assert.ok(touched.headers.has('content-type'))
  assert.equal(await read.text(), '1')
  for (const answer of [touched, read, new Response('1')]) assert.equal(plainAnswer(answer), undefined)
})

test('headers are added after any earlier use of the answer', async () => {
  const touched = json({})
  touched.headers.set('x-own', '1')
  const read = json({})
  assert.equal(await read.clone().text(), '{}')
  for (const answer of [touched, read, noContent(), redirect('/x'), new Response('x')]) {
    assert.equal(setHeader(answer, 'x-id', '7').headers.get('x-id'), '7')
  }
  const { 'x-id': id, 'x-own': own } = sent(touched)
  assert.deepEqual([id, own], ['7', '1'])
  assert.equal(sent(read)['x-id'], '7')
})

test('added headers survive any later use of the answer by a handler', async () => {
  const answer = setHeader(json({ a: 1 }), 'x-id', '7')
  answer.headers.append('x-own', '1')
  assert.deepEqual(await answer.json(), { a: 1 })
  assert.equal(answer.headers.get('x-id'), '7')
  assert.equal(answer.headers.get('x-own'), '1')
})

test('an answer whose headers can not be changed is copied', () => {
  const answer = setHeader(Response.redirect('http://a.test/'), 'x-id', '7')
  assert.deepEqual(
    [answer.status, answer.headers.get('location'), answer.headers.get('x-id')],
    [302, 'http://a.test/', '7'],
  )
})

test('two answers do not share headers', () => {
  setHeader(json({}), 'x-id', '7')
  assert.equal(json({}).headers.get('x-id'), null)
})
