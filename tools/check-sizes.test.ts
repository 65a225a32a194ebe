import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSizes } from './check-sizes.ts'
import { problemsOf } from './report.ts'

const lines = (count: number): string => 'const a = 1\n'.repeat(count)
const problemsIn = (path: string, text: string): readonly string[] => checkSizes([{ path, text }]).problems

test('a file of 401 lines is refused, one of 400 is not', () => {
  assert.deepEqual(problemsIn('packages/host/src/a.ts', lines(401)), ['packages/host/src/a.ts: 401 lines, at most 400'])
  assert.deepEqual(problemsIn('packages/host/src/a.ts', lines(400)), [])
})

test('a page component has 250 lines at most', () => {
  assert.equal(problemsIn('plugins/links/web/LinksPage.tsx', lines(251)).length, 1)
})

test('dictionaries and generated files may be long', () => {
  assert.deepEqual(problemsIn('plugins/links/server/i18n.ts', lines(900)), [])
  assert.deepEqual(problemsIn('apps/server/src/plugins.generated.ts', lines(900)), [])
})

const body = (count: number): string => '{\n' + '  work()\n'.repeat(count - 2) + '}'
const forms: readonly [name: string, make: (inner: string) => string][] = [
  ['declared', (inner) => `function declared() ${inner}`],
  ['arrow', (inner) => `const arrow = () => ${inner}`],
  ['method', (inner) => `class A { method() ${inner} }`],
  ['property', (inner) => `const a = { property() ${inner} }`],
]

for (const [name, make] of forms) {
  test(`a function of 61 lines is refused by its name: ${name}`, () => {
    const [problem] = problemsIn('packages/host/src/a.ts', make(body(61)))
    assert.equal(problem, `packages/host/src/a.ts:1: ${name} has 61 lines, at most 60`)
    assert.deepEqual(problemsIn('packages/host/src/a.ts', make(body(60))), [])
  })
}

test('a callback that only groups tests may be long, a test may not', () => {
  assert.deepEqual(problemsIn('packages/host/src/a.test.ts', `describe('a', () => ${body(90)})`), [])
  assert.equal(problemsIn('packages/host/src/a.test.ts', `test('a', () => ${body(90)})`).length, 1)
})

test('a fourth parameter is refused, a type of four parameters or "this" is not', () => {
  assert.equal(problemsIn('packages/host/src/a.ts', 'function a(b, c, d, e) {}').length, 1)
  assert.deepEqual(problemsIn('packages/host/src/a.ts', 'function a(this: A, b: B, c: C, d: D) {}'), [])
  assert.deepEqual(problemsIn('packages/host/src/a.ts', 'type A = (b: B, c: C, d: D, e: E) => void'), [])
})

test('a parameter list that the specification writes out may have a fourth, and no fifth', () => {
  const path = 'packages/plugin/src/safehttp/send.ts'
  assert.deepEqual(problemsIn(path, 'function get(signal, client, url, userAgent) {}'), [])
  assert.equal(problemsIn(path, 'function get(signal, client, url, userAgent, more) {}').length, 1)
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

test('a check that saw no code fails', () => {
  assert.equal(problemsOf(checkSizes([])).length, 1)
})
