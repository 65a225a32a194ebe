import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkSizes } from './check-sizes.ts'
import { problemsOf } from './report.ts'
import { root } from './source-files.ts'
import { functionLimit } from './test-functions.ts'

const problemsIn = (path: string, text: string): readonly string[] => checkSizes([{ path, text }]).problems
const body = (count: number): string => '{\n' + '  work()\n'.repeat(count - 2) + '}'

for (const [form, make] of [
  ['declaration', (inner: string) => `function declared() ${inner}`],
  ['arrow', (inner: string) => `test('a', () => ${inner})`],
  ['method', (inner: string) => `class A { method() ${inner} }`],
] as const) {
  test(`a function of 61 lines is refused in a test: ${form}`, () => {
    const [problem] = problemsIn('packages/host/src/a.test.ts', make(body(61)))
    assert.equal(problem, 'packages/host/src/a.test.ts:1: a function has 61 lines, at most 60')
    assert.deepEqual(problemsIn('packages/host/src/a.test.ts', make(body(60))), [])
  })
}

test('a callback that only groups tests may be long, a test in it may not', () => {
  const group = (inner: string): string => `describe('a', () => {\n${inner}\n})`
  assert.deepEqual(problemsIn('tests/spec/a.test.ts', group('work()\n'.repeat(90))), [])
  assert.equal(problemsIn('tests/spec/a.test.ts', group(`test('b', () => ${body(61)})`)).length, 1)
})

test('a function that has tests and nothing else may be long, one with anything beside them may not', () => {
  const tests = `test('b', () => ${body(40)})\nfor (const each of all) {\ntest(each, () => ${body(40)})\n}`
  assert.deepEqual(problemsIn('tests/spec/a.test.ts', `function testRule(): void {\n${tests}\n}`), [])
  assert.equal(problemsIn('tests/spec/a.test.ts', `function testRule(): void {\nwork()\n${tests}\n}`).length, 1)
})

test('the limit of tests is that of other code, which oxlint checks', () => {
  const settings = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
  assert.ok(settings.includes(`"eslint/max-lines-per-function": ["error", { "max": ${functionLimit}, "IIFEs": true }]`))
})

for (const path of [
  'packages/host/src/utils/a.ts',
  'packages/host/src/db-helpers.ts',
  'a/jobManager.ts',
  'docs/v2/a.md',
]) {
  test(`a path with an empty word is refused: ${path}`, () => {
    assert.equal(problemsIn(path, '').length, 1)
  })
}

test('a check that saw no tests fails', () => {
  assert.equal(problemsOf(checkSizes([])).length, 1)
})
