import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalog, Problem } from './errors.ts'

const entries = Object.entries(errorCatalog)

test('§7 every status of the run-time table has a code', () => {
  const statuses = new Set(entries.map(([, entry]) => entry.status as number))
  for (const status of [401, 402, 403, 404, 409, 422]) assert.ok(statuses.has(status), String(status))
})

test('every entry has cause and next step in both languages', () => {
  assert.ok(entries.length > 15)
  for (const [code, entry] of entries) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    assert.ok(entry.status >= 400 && entry.status < 600, code)
    assert.match(entry.nextStep.en, /[.]$/, code)
    assert.match(entry.nextStep.zh, /。$/, code)
    assert.match(entry.title.zh, /\p{Script=Han}/u, code)
  }
})

test('a problem carries the status of its code and keeps the cause to itself', () => {
  const problem = new Problem('not_found', { detail: 'There is no note with this id.', cause: new Error('row 7') })
  assert.equal(problem.status, 404)
  assert.equal(problem.message, 'There is no note with this id.')
  assert.equal(new Problem('internal').message, errorCatalog.internal.title.en)
  assert.ok(problem.cause instanceof Error)
})
