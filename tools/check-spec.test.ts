import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSpec } from './check-spec.ts'
import { problemsOf } from './report.ts'

const specification = '## 4 Routes\n\n- **§4.1** One.\n- **§4.2** Two, see §4.1.\n'
const problemsIn = (text: string): readonly string[] =>
  checkSpec(specification, [{ path: 'tests/spec/a.test.ts', text }]).problems

test('a rule that exists may be quoted', () => {
  assert.deepEqual(problemsIn(`test('§4.2 two', () => {})`), [])
})

test('a rule that does not exist is refused with its line', () => {
  assert.deepEqual(problemsIn(`\ntest('§4.3 three', () => {})`), [
    'tests/spec/a.test.ts:2: §4.3 is no rule of docs/spec.md',
  ])
})

test('a number given twice is refused', () => {
  assert.equal(checkSpec(`${specification}- **§4.1** Again.\n`, []).problems.length, 1)
})

test('a check that saw no rule fails', () => {
  assert.equal(problemsOf(checkSpec('', [])).length, 1)
})
