import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkClean } from './check-clean.ts'
import { problemsOf } from './report.ts'

const problemsIn = (text: string): readonly string[] => checkClean([{ path: 'docs/a.md', text }]).problems

const unclean = [
  'see /home/somebody/notes',
  '"/root/.npmrc"',
  'cd /builds/project',
  'resolution: {tarball: https://registry.example.com/a.tgz}',
  'http://npm.internal:4873/a',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN EC PRIVATE KEY-----',
  'a\n<<<<<<< ours\nb',
]

for (const text of unclean) {
  test(`refused: ${JSON.stringify(text)}`, () => {
    assert.equal(problemsIn(text).length, 1)
  })
}

test('routes, relative paths and ordinary addresses are fine', () => {
  assert.deepEqual(problemsIn('GET /admin/home and ./builds/a and https://nodejs.org/api/ and packages/home/x'), [])
})

test('a check that saw no file fails', () => {
  assert.equal(problemsOf(checkClean([])).length, 1)
})
