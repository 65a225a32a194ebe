import assert from 'node:assert/strict'
import { errorCatalog, type ErrorCode, type Language, type ProblemBody } from '@host/plugin'

/** Parts of an answer that should be a problem. */
export interface ProblemAnswer {
  readonly status: number
  readonly body: unknown
  header(name: string): string | null | undefined
}

/** Asserts that an answer is the one body that every error has, and gives it. */
export function assertProblem(answer: ProblemAnswer, code: ErrorCode, language: Language = 'en'): ProblemBody {
  const body = (typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body) as ProblemBody
  const { status, title } = errorCatalog[code]
  assert.equal(answer.status, status, JSON.stringify(body))
  assert.equal(answer.header('content-type'), 'application/problem+json')
  assert.equal(answer.header('cache-control'), 'no-store')
  assert.equal(body.type, `urn:problem-type:host:${code}`)
  assert.equal(body.code, code)
  assert.equal(body.status, status)
  assert.equal(body.title, title[language])
  assert.equal(body.requestId, answer.header('x-request-id'))
  assert.match(body.requestId, /^[\w.-]{8,64}$/)
  const known = new Set(['type', 'title', 'status', 'detail', 'nextStep', 'code', 'requestId', 'errors'])
  for (const name of Object.keys(body)) assert.ok(known.has(name), name)
  for (const text of [body.title, body.detail, body.nextStep].filter((each) => each !== undefined)) {
    assert.equal(/\p{Script=Han}/u.test(text), language === 'zh', text)
  }
  return body
}
