import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@host/plugin'
import { FileBody } from './file-body.ts'

const limits = { grace: 50, pace: 1000 }
const never = new AbortController().signal

/** A client that sends chunks, each after a wait. */
function client(...chunks: readonly (readonly [milliseconds: number, size: number])[]) {
  const left = [...chunks]
  return async (signal: AbortSignal): Promise<Uint8Array | undefined> => {
    const [wait, size] = left.shift() ?? [0, 0]
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    return size === 0 ? undefined : new Uint8Array(size)
  }
}

const sizeOf = async (body: FileBody): Promise<number> =>
  (await Array.fromAsync(body.rest())).reduce((size, chunk) => size + chunk.length, 0)
const hasCode = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

test('the head is read once and is part of the whole', async () => {
  const body = new FileBody({ next: client([0, 3], [0, 4], [0, 5]), maxBytes: 12, limits, signal: never })
  assert.equal((await body.head(4)).length, 7)
  assert.equal(await sizeOf(body), 12)
})

test('a client that stops sending is ended after the grace, and bytes buy it time', async () => {
  const silent = new FileBody({ next: client([10, 1], [5000, 1]), maxBytes: 100, limits, signal: never })
  await silent.head(1)
  await assert.rejects(sizeOf(silent), hasCode('request_timeout'))
  const steady = client(...Array.from({ length: 10 }, () => [20, 100] as const))
  const slow = new FileBody({ next: steady, maxBytes: 10_000, limits, signal: never })
  await slow.head(1)
  assert.equal(await sizeOf(slow), 1000)
})

test('a slow reader does not count against the client', async () => {
  const body = new FileBody({ next: client([5, 10], [5, 10]), maxBytes: 100, limits, signal: never })
  await body.head(1)
  await sleep(3 * limits.grace)
  assert.equal(await sizeOf(body), 20)
})

test('a body over the limit ends at its limit, and a broken one can be sent again', async () => {
  const long = new FileBody({ next: client([0, 5], [0, 6]), maxBytes: 10, limits, signal: never })
  await long.head(1)
  await assert.rejects(sizeOf(long), hasCode('body_too_large'))
  const broken = new FileBody({ next: () => Promise.reject(new Error('reset')), maxBytes: 10, limits, signal: never })
  await assert.rejects(broken.head(1), hasCode('request_timeout'))
})
