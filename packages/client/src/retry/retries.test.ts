import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, before, test } from 'node:test'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import fc from 'fast-check'
import { ClientError, createClient, type CallOptions, type Client, type RetryOptions } from '../index.ts'
import { answerWith, breakOff, movedClock, problemOf, startApi, type FakeApi } from '../testing/start-api.ts'
import { platformClock } from './client-clock.ts'
import { waitBefore } from './wait-before.ts'

const read = defineEndpoint({ pattern: 'GET /notes', input: nothing, output: nothing, summary: 'Read' })
const write = defineEndpoint({ pattern: 'POST /notes', input: nothing, output: nothing, summary: 'Write' })
const writeOf = <const Rest extends object>(rest: Rest) =>
  defineEndpoint({ pattern: 'POST /other', input: nothing, output: nothing, summary: 'Write', ...rest })
const writes = [write, writeOf({ audience: 'user' as const }), writeOf({ audience: 'instance' as const })]
const others = [writeOf({ audience: 'public' as const }), writeOf({ audience: 'user' as const, takesKey: false })]

let api: FakeApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const done: RequestListener = (_request, response) => void response.writeHead(204).end()
const busy = answerWith(503, problemOf(503, 'overloaded'))
const inFlight = answerWith(409, problemOf(409, 'idempotency_in_flight'), { 'retry-after': '1' })

function connect(clock = movedClock(), retry?: RetryOptions | false): Client {
  return createClient({ baseUrl: api.baseUrl, clock, ...(retry === undefined ? {} : { retry }) })
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => (error instanceof ClientError ? error.code : assert.fail(String(error))),
  )
}

const keys = (): readonly (string | undefined)[] => api.seen.map(({ headers }) => headers['idempotency-key'] as string)

for (const [name, listener] of [
  ['a connection that breaks', breakOff],
  ['429', answerWith(429, problemOf(429, 'too_many_requests'))],
  ['502 of a proxy', answerWith(502, '<h1>', { 'content-type': 'text/html' })],
  ['503', busy],
  ['504', answerWith(504, problemOf(504, 'timeout'))],
  ['409 while a call with its key runs', inFlight],
] as const) {
  test(`§A18 after ${name} a read is sent again, and a write under the same key`, async () => {
    for (const endpoint of [read, write]) {
      api.answer(listener, listener, done)
      await connect().call(endpoint)
      assert.equal(api.seen.length, 3)
      assert.equal(new Set(keys()).size, 1)
      assert.equal(keys()[0] === undefined, endpoint === read)
    }
  })
}

for (const [status, code] of [
  [400, 'invalid_input'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [409, 'idempotency_not_kept'],
  [422, 'unprocessable'],
  [500, 'internal'],
] as const) {
  test(`${status} ${code} is not retried`, async () => {
    for (const endpoint of [read, write]) {
      api.answer(answerWith(status, problemOf(status, code)), done)
      assert.equal(await codeOf(connect().call(endpoint)), code)
      assert.equal(api.seen.length, 1)
    }
  })
}

test('§A19 a write to a host that stores no answers is sent once, with any key', async () => {
  for (const endpoint of others) {
    for (const options of [{}, { idempotencyKey: 'given' }, { retry: { attempts: 9 } }] satisfies CallOptions[]) {
      for (const listener of [breakOff, busy]) {
        api.answer(listener, done)
        assert.notEqual(await codeOf(connect().call(endpoint, {}, options)), 'done')
        assert.equal(api.seen.length, 1)
      }
    }
  }
  api.answer(breakOff, done)
  assert.equal(await codeOf(connect().open('POST /import')), 'network')
  assert.equal(api.seen.length, 1)
})

test('an opened call that is given a key is sent again under it', async () => {
  api.answer(breakOff, done)
  await connect().open('POST /import', {}, { idempotencyKey: 'given' })
  assert.deepEqual(keys(), ['given', 'given'])
})

test('each write has its own key, a given one is kept, and endpoints without keys get none', async () => {
  api.answer(done)
  const client = connect()
  for (let count = 0; count < 20; count += 1) for (const endpoint of writes) await client.call(endpoint)
  assert.equal(new Set(keys()).size, 60)
  for (const key of keys()) assert.match(String(key), /^[0-9a-f]{32}$/)
  api.answer(done)
  await client.call(write, {}, { idempotencyKey: 'given' })
  for (const endpoint of [read, ...others]) await client.call(endpoint)
  assert.deepEqual(keys(), ['given', undefined, undefined, undefined])
})

test('the waits double from half a second, by up to twice by chance, and end with the attempts', async () => {
  for (const [chance, waits] of [
    [0, [250, 500, 1_000]],
    [1, [500, 1_000, 2_000]],
  ] as const) {
    const clock = movedClock(chance)
    api.answer(busy)
    assert.equal(await codeOf(connect(clock, { attempts: 4 }).call(read)), 'overloaded')
    assert.equal(api.seen.length, 4)
    assert.deepEqual(clock.waits, waits)
  }
})

test('§A18 a wait is never shorter than the server asks for, in seconds or until a date', async () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
  for (const [headers, seconds] of [
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:49 GMT', date }, 12],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:00:00 GMT', date }, 0.25],
    [{ 'retry-after': 'soon' }, 0.25],
    [{ 'retry-after': '-1' }, 0.25],
  ] as const) {
    const clock = movedClock()
    api.answer(answerWith(429, problemOf(429, 'too_many_requests'), headers), done)
    await connect(clock).call(read)
    assert.deepEqual(clock.waits, [seconds * 1_000], JSON.stringify(headers))
  }
})

test('§A18 a wait longer than all attempts may take is reported at once, with its duration', async () => {
  const clock = movedClock()
  api.answer(answerWith(429, problemOf(429, 'too_many_requests'), { 'retry-after': '3600' }))
  await assert.rejects(connect(clock).call(read), { code: 'too_many_requests', retryAfterSeconds: 3_600 })
  assert.deepEqual([api.seen.length, clock.waits], [1, []])
  await assert.rejects(connect(clock, { withinMilliseconds: 100 }).call(read), { code: 'too_many_requests' })
  assert.equal(api.seen.length, 2)
})

test('a call is tried once where the client or the call says so, and the call has the last word', async () => {
  api.answer(busy)
  assert.equal(await codeOf(connect(movedClock(), false).call(read)), 'overloaded')
  assert.equal(await codeOf(connect().call(read, {}, { retry: false })), 'overloaded')
  assert.equal(api.seen.length, 2)
  assert.equal(await codeOf(connect(movedClock(), false).call(read, {}, { retry: { attempts: 2 } })), 'overloaded')
  assert.equal(api.seen.length, 4)
})

test(
  'an abort ends the wait between two attempts with its reason, and leaves no timer',
  { timeout: 5_000 },
  async () => {
    const controller = new AbortController()
    const reason = new Error('the reader went on')
    api.answer(busy)
    const client = createClient({ baseUrl: api.baseUrl, clock: { ...platformClock, random: () => 1 } })
    const call = client.call(read, {}, { signal: controller.signal, retry: { attempts: 9 } })
    setTimeout(() => controller.abort(reason), 100)
    await assert.rejects(call, reason)
    assert.equal(api.seen.length, 1)
    await assert.rejects(platformClock.sleep(60_000, AbortSignal.abort(reason)), reason)
  },
)

test('a lost session and a refused token are reported once, after any number of attempts', async () => {
  const told: string[] = []
  api.answer(busy, answerWith(401, problemOf(401, 'unauthenticated')))
  const client = createClient({
    baseUrl: api.baseUrl,
    clock: movedClock(),
    onUnauthenticated: ({ code }) => told.push(code),
  })
  assert.equal(await codeOf(client.call(read)), 'unauthenticated')
  assert.deepEqual(told, ['unauthenticated'])
})

test('no wait is negative, endless, or shorter than requested', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.nat(999_999_999), { nil: undefined }),
      (failures, chance, asked) => {
        const error = new ClientError({ code: 'overloaded', status: 503, message: '', retryAfterSeconds: asked })
        const wait = waitBefore(error, failures, chance)
        assert.ok(wait >= (asked ?? 0) * 1_000 && wait > 0 && Number.isFinite(wait))
        if (asked === undefined) assert.ok(wait <= 10_000)
      },
    ),
  )
})
