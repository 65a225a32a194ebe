import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { ClientError, type ClientErrorCode } from '@host/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueries } from './create-queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function attempts(error: Error): Promise<number> {
  const queries = createQueries()
  const queryFn = vi.fn(async () => {
    throw error
  })
  const stop = new QueryObserver(queries, { queryKey: ['notes'], queryFn }).subscribe(() => undefined)
  await vi.runAllTimersAsync()
  stop()
  return queryFn.mock.calls.length
}

function failure(code: ClientErrorCode, status: number): ClientError {
  return new ClientError({ code, status, message: code })
}

test.each<readonly [code: ClientErrorCode, status: number, tries: number]>([
  ['network', 0, 3],
  ['timeout', 0, 3],
  ['internal', 500, 3],
  ['unexpected_answer', 502, 3],
  ['unexpected_answer', 200, 1],
  ['too_many_requests', 429, 1],
  ['not_found', 404, 1],
  ['unauthenticated', 401, 1],
])('a read that ends with %s %i is tried %i times', async (code, status, tries) => {
  expect(await attempts(failure(code, status))).toBe(tries)
})

test('a fault of our own is not tried again', async () => {
  expect(await attempts(new TypeError('x'))).toBe(1)
})

test('input and result of a write are dropped a second after its page is gone', async () => {
  const queries = createQueries()
  const writes = queries.getMutationCache()
  const observer = new MutationObserver(queries, { mutationFn: async () => ({ recoveryCodes: ['plum-kite'] }) })
  const stop = observer.subscribe(() => undefined)
  await observer.mutate()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(JSON.stringify(writes.getAll().map(({ state }) => state))).toContain('plum-kite')
  stop()
  await vi.advanceTimersByTimeAsync(1_001)
  expect(writes.getAll()).toEqual([])
})
