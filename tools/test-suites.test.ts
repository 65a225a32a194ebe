import assert from 'node:assert/strict'
import { matchesGlob } from 'node:path'
import { test } from 'node:test'
import { listFiles } from './source-files.ts'
import { suites } from './test-suites.ts'

const testFiles = listFiles().filter((path) => /\.test\.tsx?$/.test(path))

const suitesOf = (path: string): string[] =>
  suites
    .filter((suite) => suite.kind !== 'command' && suite.files.some((pattern) => matchesGlob(path, pattern)))
    .map(({ name }) => name)

test('every test file belongs to exactly one suite', () => {
  assert.ok(testFiles.length > 0)
  const astray = testFiles.filter((path) => suitesOf(path).length !== 1)
  assert.deepEqual(astray, [])
})

test('all suites together end within 25 minutes of two cores, most of them long before their own limit', () => {
  for (const { name, minutes } of suites) assert.ok(minutes <= 10, name)
})
