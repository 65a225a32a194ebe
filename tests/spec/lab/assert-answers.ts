import assert from 'node:assert/strict'
import type { ProblemBody } from '@host/plugin'
import type { WireAnswer } from './exchange.ts'

/** Asserts that this is the answer of a run, and gives it back. */
export function assertFresh(answer: WireAnswer, status: number): WireAnswer {
  assert.equal(answer.status, status, answer.body.toString())
  assert.equal(answer.header('idempotency-replayed'), undefined)
  return answer
}

/** Asserts that an answer is the replay of another: the same status and, byte for byte, the same body. */
export function assertReplay(answer: WireAnswer, first: WireAnswer): void {
  assert.equal(answer.status, first.status, answer.body.toString())
  assert.equal(answer.header('idempotency-replayed'), 'true')
  assert.equal(answer.header('cache-control'), 'no-store')
  assert.deepEqual(answer.body, first.body)
  assert.equal(answer.header('content-type'), first.header('content-type'))
}

/** Asserts that an answer is a problem of this code, and no replay. */
export function assertProblem(answer: WireAnswer, status: number, code: string): ProblemBody {
  assertFresh(answer, status)
  assert.match(answer.header('content-type') ?? '', /^application\/problem\+json/)
  const problem = answer.json<ProblemBody>()
  assert.deepEqual([problem.status, problem.code], [status, code])
  assert.equal(problem.requestId, answer.header('x-request-id'))
  return problem
}

/** Asserts the 409 of a repeat while the first request runs. */
export function assertRunning(answer: WireAnswer): void {
  assertProblem(answer, 409, 'idempotency_in_flight')
  assert.match(answer.header('retry-after') ?? '', /^[1-9]\d{0,2}$/)
  assert.equal(answer.header('idempotency-original-status'), undefined)
}

/** Asserts the 409 of a repeat whose first answer was not stored. */
export function assertNotKept(answer: WireAnswer, originalStatus: number): void {
  assertProblem(answer, 409, 'idempotency_not_kept')
  assert.equal(answer.header('idempotency-original-status'), String(originalStatus))
}
