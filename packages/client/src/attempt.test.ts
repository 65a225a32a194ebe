import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { attempt, createClient, isDeclared, match, type Client } from './index.ts'
import { answerWith, breakOff, problemOf, startApi, type FakeApi } from './testing/start-api.ts'

const rename = defineEndpoint({
  pattern: 'PATCH /notes/{id}',
  input: nothing,
  output: nothing,
  errors: ['conflict'],
  summary: 'Rename',
})
const list = defineEndpoint({ pattern: 'GET /notes', input: nothing, output: nothing, summary: 'List' })

let api: FakeApi
let client: Client
before(async () => {
  api = await startApi()
  client = createClient({ baseUrl: api.baseUrl, retry: false })
})
after(() => api.stop())

async function outcome(): Promise<string> {
  return match(await attempt(client, rename, { id: 'a' }), {
    ok: () => 'ok',
    not_found: ({ code }) => `named ${code}`,
    conflict: ({ code }) => `named ${code}`,
    otherwise: ({ code }) => `otherwise ${code}`,
  })
}

test('§A16 each end of a call finds its handler: the value, the errors that are named, and the rest', async () => {
  api.answer()
  assert.equal(await outcome(), 'ok')
  for (const [status, code, found] of [
    [409, 'conflict', 'named conflict'],
    [404, 'not_found', 'named not_found'],
    [404, 'feature_disabled', 'otherwise feature_disabled'],
    [403, 'forbidden', 'otherwise forbidden'],
    [418, 'of_a_newer_host', 'otherwise of_a_newer_host'],
    [418, 'ok', 'otherwise ok'],
    [418, 'otherwise', 'otherwise otherwise'],
    [418, 'toString', 'otherwise toString'],
    [418, '__proto__', 'otherwise __proto__'],
  ] as const) {
    api.answer(answerWith(status, problemOf(status, code)))
    assert.equal(await outcome(), found)
  }
  api.answer(breakOff)
  assert.equal(await outcome(), 'otherwise network')
})

test('a handler that answers nothing has handled', async () => {
  api.answer(answerWith(409, problemOf(409, 'conflict')))
  const ended = match(await attempt(client, rename, { id: 'a' }), {
    ok: () => undefined,
    not_found: () => undefined,
    conflict: () => undefined,
    otherwise: () => assert.fail('the conflict was handled'),
  })
  assert.equal(ended, undefined)
})

test('an attempt rejects with the reason of an abort, and for an input that no request can carry', async () => {
  const reason = new Error('the reader went on')
  await assert.rejects(attempt(client, rename, { id: 'a' }, { signal: AbortSignal.abort(reason) }), reason)
  await assert.rejects(attempt(client, rename, { id: '..' }), /can not travel in a path/)
})

test('an error is one of those that its endpoint names, or is not', async () => {
  for (const [code, endpoint, isNamed] of [
    ['conflict', rename, true],
    ['not_found', rename, true],
    ['forbidden', rename, false],
    ['not_found', list, false],
    ['conflict', list, false],
  ] as const) {
    api.answer(answerWith(400, problemOf(400, code)))
    const ended = await attempt(client, endpoint, ...([{ id: 'a' }] as unknown as [{ id: string }]))
    assert.equal(isDeclared(endpoint, ended.error), isNamed, code)
  }
  assert.equal(isDeclared(rename, { code: 'conflict' }), false)
})
