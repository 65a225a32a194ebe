import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addHeaders } from './answer.ts'
import { json, noContent, redirect } from './respond.ts'

/** What the adapter would send. */
function sent(response: Response): Readonly<Record<string, string>> {
  const adapted = (response as unknown as { _toNodeResponse(): { headers: string[] } })._toNodeResponse()
  const pairs = adapted.headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, adapted.headers[index + 1] ?? '']] : [],
  )
  return Object.fromEntries(pairs) as Record<string, string>
}

test('headers are added to an answer, and defaults only where it says nothing', () => {
  const answer = addHeaders(
    json({}, { headers: { 'Cache-Control': 'max-age=1', 'X-Id': 'own' } }),
    { 'x-id': 'ours' },
    { 'cache-control': 'no-store', vary: 'cookie' },
  )
  assert.deepEqual(sent(answer), {
    'content-type': 'application/json',
    'content-length': '2',
    'cache-control': 'max-age=1',
    'x-id': 'ours',
    vary: 'cookie',
  })
})

test('headers are added whatever was done with the answer before', async () => {
  const touched = json({})
  touched.headers.set('x-own', '1')
  const read = json({})
  assert.equal(await read.clone().text(), '{}')
  for (const answer of [touched, read, noContent(), redirect('/x'), new Response('x')]) {
    assert.equal(addHeaders(answer, { 'x-id': '7' }).headers.get('x-id'), '7')
  }
  const { 'x-id': id, 'x-own': own } = sent(touched)
  assert.deepEqual([id, own], ['7', '1'])
  assert.equal(sent(read)['x-id'], '7')
})

test('what a handler does with an answer after headers were added keeps them', async () => {
  const answer = addHeaders(json({ a: 1 }), { 'x-id': '7' })
  answer.headers.append('x-own', '1')
  assert.deepEqual(await answer.json(), { a: 1 })
  assert.equal(answer.headers.get('x-id'), '7')
  assert.equal(answer.headers.get('x-own'), '1')
})

test('an answer whose headers can not be changed is copied', () => {
  const answer = addHeaders(Response.redirect('http://a.test/'), { 'x-id': '7' })
  assert.deepEqual(
    [answer.status, answer.headers.get('location'), answer.headers.get('x-id')],
    [302, 'http://a.test/', '7'],
  )
})

test('two answers do not share headers', () => {
  addHeaders(json({}), { 'x-id': '7' })
  assert.equal(json({}).headers.get('x-id'), null)
})
