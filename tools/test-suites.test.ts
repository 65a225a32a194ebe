import assert from 'node:assert/strict'
import { matchesGlob } from 'node:path'
import { test } from 'node:test'
import { listFiles } from './source-files.ts'
import { minutesOf, turnsOf } from './suite-turns.ts'
import { runMinutes, soakSuites, suites, type Suite } from './test-suites.ts'

/** The template's test runs where the template becomes a plugin: in the end-to-end test of the scaffold. */
const isTemplate = (path: string): boolean => path.startsWith('packages/cli/templates/')

const testFiles = listFiles().filter((path) => /\.test\.tsx?$/.test(path) && !isTemplate(path))

const suitesOf = (path: string): string[] =>
  suites
    .filter((suite) => suite.kind !== 'command' && suite.files.some((pattern) => matchesGlob(path, pattern)))
    .map(({ name }) => name)

test('every test file belongs to exactly one suite', () => {
  assert.ok(testFiles.length > 0)
  const astray = testFiles.filter((path) => suitesOf(path).length !== 1)
  assert.deepEqual(astray, [])
})

test('no suite may take more than ten minutes', () => {
  for (const { name, minutes } of suites) assert.ok(minutes <= 10, name)
})

test('the limits of the suites add up to less than the whole run may take', () => {
  const minutes = minutesOf(turnsOf(suites, false))
  assert.ok(minutes > 0 && minutes < runMinutes, `${minutes} minutes`)
})

test('a soak runs every test of the specification on a moved instance too, and CI a part of them', () => {
  const isMoved = (all: readonly Suite[]) => (path: string) =>
    all.some(
      (suite) =>
        suite.kind === 'node' &&
        suite.environment?.['HOST_TEST_MOVED'] === '1' &&
        suite.files.some((pattern) => matchesGlob(path, pattern)),
    )
  const specification = testFiles.filter((path) => path.startsWith('tests/spec/'))
  assert.deepEqual(
    specification.filter((path) => !isMoved(soakSuites)(path)),
    [],
  )
  assert.ok(specification.some(isMoved(suites)))
})

test('each suite that comes after another one names it, and stands behind it', () => {
  for (const [place, { name, after }] of suites.entries()) {
    const before = suites.slice(0, place).map((suite) => suite.name)
    assert.ok(after === undefined || before.includes(after), name)
  }
})
