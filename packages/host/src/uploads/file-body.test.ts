import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Problem } from '@host/plugin'
import { FileBody } from './file-body.ts'

const limits = { grace: 50, pace: 1000 }
const never = new AbortController().signal

/** Time that passes only as the test says, so that a busy machine is not a slow client. */
function virtualTime(t: TestContext): { pass(milliseconds: number): void } {
  let now = 0
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => now)
  return {
    pass(milliseconds) {
      now += milliseconds
      t.mock.timers.tick(milliseconds)
    },
  }
}

/** A client that sends chunks, each after a wait. */
function client(t: TestContext, ...chunks: readonly (readonly [milliseconds: number, size: number])[]) {
  const time = virtualTime(t)
  const left = [...chunks]
  const next = async (signal: AbortSignal): Promise<Uint8Array | undefined> => {
    const [wait, size] = left.shift() ?? [0, 0]
    time.pass(wait)
    signal.throwIfAborted()
    return size === 0 ? undefined : new Uint8Array(size)
  }
  return { next, pass: time.pass }
}

const sizeOf = async (body: FileBody): Promise<number> =>
  (await Array.fromAsync(body.rest())).reduce((size, chunk) => size + chunk.length, 0)
const hasCode = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

test('the head is read once and is part of the whole', async (t) => {
  const { next } = client(t, [0, 3], [0, 4], [0, 5])
  const body = new FileBody({ next, maxBytes: 12, limits, signal: never })
  assert.equal((await body.head(4)).length, 7)
  assert.equal(await sizeOf(body), 12)
})

test('a client that stops sending is ended after the grace', async (t) => {
  const { next } = client(t, [10, 1], [5000, 1])
  const silent = new FileBody({ next, maxBytes: 100, limits, signal: never })
  await silent.head(1)
  await assert.rejects(sizeOf(silent), hasCode('request_timeout'))
})

test('bytes buy a client time', async (t) => {
  const { next } = client(t, ...Array.from({ length: 10 }, () => [100, 100] as const))
  const slow = new FileBody({ next, maxBytes: 10_000, limits: { ...limits, grace: 101 }, signal: never })
  await slow.head(1)
  assert.equal(await sizeOf(slow), 1000)
})

test('a slow reader does not count against the client', async (t) => {
  const { next, pass } = client(t, [5, 10], [5, 10])
  const body = new FileBody({ next, maxBytes: 100, limits, signal: never })
  await body.head(1)
  pass(3 * limits.grace)
  assert.equal(await sizeOf(body), 20)
})

test('a body over the limit ends at its limit, and a broken one can be sent again', async (t) => {
  const { next } = client(t, [0, 5], [0, 6])
  const long = new FileBody({ next, maxBytes: 10, limits, signal: never })
  await long.head(1)
  await assert.rejects(sizeOf(long), hasCode('body_too_large'))
  const broken = new FileBody({ next: () => Promise.reject(new Error('reset')), maxBytes: 10, limits, signal: never })
  await assert.rejects(broken.head(1), hasCode('request_timeout'))
})
