import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { buildRequest, ClientError, createClient, type Client, type ClientOptions } from './index.ts'
import { answerWith, breakOff, startApi, type FakeApi, type Seen } from './testing/start-api.ts'

const Note = z.object({ id: z.string(), title: z.string() })
const readNote = defineEndpoint({
  pattern: 'GET /api/x/notes/notes/{id}',
  input: z.object({ tags: z.optional(z.array(z.string())), since: z.optional(z.date()) }),
  output: Note,
  summary: 'Read a note',
  toJSONSchema: z.toJSONSchema,
})
const renameNote = defineEndpoint({
  pattern: 'PATCH /api/x/notes/notes/{id}',
  input: z.object({ title: z.string() }),
  output: Note,
  summary: 'Rename a note',
  toJSONSchema: z.toJSONSchema,
})
const deleteNote = defineEndpoint({
  pattern: 'DELETE /api/x/notes/notes/{id}',
  input: nothing,
  output: nothing,
  summary: 'Delete a note',
})
const readFile = defineEndpoint({
  pattern: 'GET /api/x/notes/files/{path...}',
  input: nothing,
  output: nothing,
  summary: 'Read a file',
})
const ping = defineEndpoint({ pattern: 'POST /api/x/notes/ping', input: nothing, output: nothing, summary: 'Ping' })

let api: FakeApi

before(async () => {
  api = await startApi()
})
after(() => api.stop())
beforeEach(() => api.answer(answerWith(200, { id: 'nte_1', title: 'One' })))

/** A client that attempts a call once. */
function connect(options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: api.baseUrl, retry: false, ...options })
}

function seen(): Seen {
  return api.seen.at(-1) ?? assert.fail('nothing was asked')
}

const problem = {
  type: 'about:blank',
  title: 'Your role does not allow this',
  status: 403,
  detail: 'Only an admin renames notes.',
  nextStep: 'Ask an admin.',
  code: 'forbidden',
  requestId: 'req_1',
}

async function failure(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => assert.fail('the call should have failed'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ClientError, String(error))
  return error
}

test('wildcards go into the path, escaped, and the rest of a GET into the query', async () => {
  const note = await connect().call(readNote, {
    id: 'a/b c',
    tags: ['x', 'y&z'],
    since: new Date('2026-01-31T08:15:00Z'),
  })
  assert.deepEqual(note, { id: 'nte_1', title: 'One' })
  assert.equal(seen().method, 'GET')
  assert.equal(seen().url, '/api/x/notes/notes/a%2Fb%20c?tags=x&tags=y%26z&since=2026-01-31T08%3A15%3A00.000Z')
  assert.equal(seen().body, '')
})

test('a remainder keeps its slashes, and a parameter that can not travel in a path is refused before anything is sent', async () => {
  const client = connect({ baseUrl: `${api.baseUrl}/behind/a/proxy/` })
  await client.call(readFile, { path: 'a/b c.txt' })
  assert.equal(seen().url, '/behind/a/proxy/api/x/notes/files/a/b%20c.txt')
  await assert.rejects(client.call(deleteNote, { id: '..' }), /can not travel in a path/)
})

test('a method other than GET or DELETE sends the rest as JSON', async () => {
  await connect().call(renameNote, { id: 'nte_1', title: 'Two' })
  assert.equal(seen().method, 'PATCH')
  assert.equal(seen().headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(seen().body), { title: 'Two' })
})

test('an endpoint without input sends no body, and an answer without content is undefined', async () => {
  api.answer((_request, response) => void response.writeHead(204).end())
  assert.equal(await connect().call(ping), undefined)
  assert.equal(seen().body, '')
  assert.equal(seen().headers['content-type'], undefined)
})

test('a call that changes something carries the CSRF token of the moment, one that reads does not', async () => {
  let csrfToken = 'first'
  const client = connect({ csrfToken: () => csrfToken })
  csrfToken = 'second'
  await client.call(renameNote, { id: 'nte_1', title: 'Two' })
  assert.equal(seen().headers['x-csrf-token'], 'second')
  await client.call(readNote, { id: 'nte_1' })
  assert.equal(seen().headers['x-csrf-token'], undefined)
})

test('a call that changes something says from which tab it comes, one that reads does not', async () => {
  const client = connect({ tabId: 'tab-1' })
  await client.call(renameNote, { id: 'nte_1', title: 'Two' })
  assert.equal(seen().headers['x-tab-id'], 'tab-1')
  await client.call(readNote, { id: 'nte_1' })
  assert.equal(seen().headers['x-tab-id'], undefined)
})

test('a call names the workspace of the moment, and none where there is none for its endpoint', async () => {
  let workspace = 'org_a'
  const client = connect({ workspace: (pattern) => (pattern === readNote.pattern ? undefined : workspace) })
  workspace = 'org_b'
  await client.call(renameNote, { id: 'nte_1', title: 'Two' })
  assert.equal(seen().headers['x-workspace'], 'org_b')
  await client.call(readNote, { id: 'nte_1' })
  assert.equal(seen().headers['x-workspace'], undefined)
})

test('the idempotency key, the API token and the language travel as headers', async () => {
  const client = connect({ token: 'host_abc', language: () => 'zh' })
  await client.call(renameNote, { id: 'nte_1', title: 'Two' }, { idempotencyKey: 'once-1' })
  assert.equal(seen().headers['idempotency-key'], 'once-1')
  assert.equal(seen().headers.authorization, 'Bearer host_abc')
  assert.equal(seen().headers['accept-language'], 'zh')
})

test('a problem of the API becomes one error with its code, body and request id', async () => {
  api.answer(answerWith(403, problem, { 'content-type': 'application/problem+json; charset=utf-8' }))
  const error = await failure(connect().call(renameNote, { id: 'nte_1', title: 'Two' }))
  assert.equal(error.code, 'forbidden')
  assert.equal(error.status, 403)
  assert.equal(error.message, 'Only an admin renames notes.')
  assert.equal(error.requestId, 'req_1')
  assert.deepEqual(error.problem, problem)
})

test('a 429 says how long to wait', async () => {
  api.answer(answerWith(429, { ...problem, status: 429, code: 'too_many_requests' }, { 'retry-after': '7' }))
  const error = await failure(connect().call(ping))
  assert.equal(error.retryAfterSeconds, 7)
})

test('a lost session is reported once and the call still rejects; wrong credentials are no lost session', async () => {
  const told: string[] = []
  const client = connect({ onUnauthenticated: ({ code }) => told.push(code) })
  api.answer(answerWith(401, { ...problem, status: 401, code: 'unauthenticated' }))
  assert.equal((await failure(client.call(ping))).status, 401)
  api.answer(answerWith(401, { ...problem, status: 401, code: 'invalid_credentials' }))
  assert.equal((await failure(client.call(ping))).code, 'invalid_credentials')
  assert.deepEqual(told, ['unauthenticated'])
})

test('a refused CSRF token is reported, another 403 is not', async () => {
  const told: string[] = []
  const client = connect({ onCsrfRefused: ({ code }) => told.push(code) })
  api.answer(answerWith(403, { ...problem, status: 403, code: 'forbidden' }))
  await failure(client.call(ping))
  api.answer(answerWith(403, { ...problem, status: 403, code: 'csrf_token' }))
  await failure(client.call(ping))
  assert.deepEqual(told, ['csrf_token'])
})

for (const [name, status, type, body] of [
  ['the page of a proxy', 502, 'text/html', '<h1>Bad gateway</h1>'],
  ['JSON that is no problem', 500, 'application/json', '{"error":"boom"}'],
  ['broken JSON', 200, 'application/json', '{"id":'],
  ['a success that is no JSON', 200, 'text/html', '<title>Sign in</title>'],
] as const) {
  test(`${name} is an unexpected answer that keeps its status and request id`, async () => {
    api.answer(
      (_request, response) =>
        void response.writeHead(status, { 'content-type': type, 'x-request-id': 'req_2' }).end(body),
    )
    const error = await failure(connect().call(ping))
    assert.deepEqual([error.code, error.status, error.requestId], ['unexpected_answer', status, 'req_2'])
  })
}

test('a connection that breaks before or within the answer is a network error', async () => {
  api.answer(breakOff)
  assert.equal((await failure(connect().call(ping))).code, 'network')
  api.answer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{')
    setImmediate(() => request.socket.destroy())
  })
  const error = await failure(connect().call(ping))
  assert.deepEqual([error.code, error.status], ['network', 0])
  assert.ok(error.cause instanceof Error)
})

test('an answer that does not come in time is a timeout', async () => {
  api.answer(() => undefined)
  const error = await failure(connect({ timeoutMilliseconds: 20 }).call(ping))
  assert.equal(error.code, 'timeout')
})

test('an aborted call rejects with the reason of its signal, not with an error of the client', async () => {
  const controller = new AbortController()
  const reason = new Error('the reader went on')
  api.answer(() => controller.abort(reason))
  await assert.rejects(connect().call(readNote, { id: 'a' }, { signal: controller.signal }), reason)
})

test('a query that holds an object is refused: it has no agreed form in an address', async () => {
  const nested = { id: 'a', tags: [{}] } as unknown as { id: string }
  await assert.rejects(connect().call(readNote, nested), /can't travel in a query/)
})

test('a client reports an invalid address or token, and never repeats the token', () => {
  assert.throws(() => connect({ baseUrl: 'file:///etc/passwd' }), /begins with http/)
  assert.throws(() => connect({ baseUrl: 'work.example' }), TypeError)
  for (const token of ['', 'host_abc\n', 'host_äbc', 'host abc']) {
    assert.throws(
      () => connect({ token }),
      (error) => error instanceof TypeError && /not an API token/.test(error.message) && !error.message.includes('bc'),
    )
  }
})

test('only origin and path of the address count: no name, password, query or fragment is sent', () => {
  const { url } = buildRequest(
    { endpoint: readNote, input: { id: 'a' }, options: {} },
    { baseUrl: 'https://me:secret@work.example:8443/base?x=1#y' },
  )
  assert.equal(url.href, 'https://work.example:8443/base/api/x/notes/notes/a')
})

test('§A17 a redirect is not followed, so that neither token nor body reaches another destination', async () => {
  for (const status of [301, 302, 307, 308]) {
    api.answer((_request, response) => void response.writeHead(status, { location: '/elsewhere' }).end())
    const error = await failure(connect({ token: 'host_abc' }).call(renameNote, { id: 'nte_1', title: 'Two' }))
    assert.deepEqual([error.code, error.status], ['unexpected_answer', status])
    assert.deepEqual(
      api.seen.map(({ url }) => url),
      ['/api/x/notes/notes/nte_1'],
    )
  }
})

test('a problem in a form unknown to the API is left out or is not a problem', async () => {
  const odd = {
    ...problem,
    detail: { toString: 1 },
    type: 7,
    status: 'x',
    errors: [{ path: 'a', message: 'b' }, 3, {}],
  }
  api.answer(answerWith(400, odd))
  const { message, problem: kept } = await failure(connect().call(ping))
  assert.equal(message, problem.title)
  assert.deepEqual(kept?.errors, [{ path: 'a', message: 'b' }])
  assert.deepEqual([kept?.type, kept?.status, kept?.detail], ['about:blank', 400, undefined])
})
