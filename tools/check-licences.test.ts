import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLicences } from './check-licences.ts'
import { problemsOf } from './report.ts'

const problemsWith = (license: unknown): readonly string[] =>
  checkLicences([{ name: 'planted', version: '1.0.0', license }]).problems

for (const license of [
  'MIT',
  'Apache-2.0',
  '(MIT OR GPL-3.0-only)',
  'MIT AND ISC',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]) {
  test(`${license} is allowed`, () => {
    assert.deepEqual(problemsWith(license), [])
  })
}

for (const license of [
  'GPL-3.0-only',
  'CC-BY-4.0',
  'MIT AND GPL-2.0-only',
  'SEE LICENSE IN LICENSE',
  undefined,
  { type: 'MIT' },
]) {
  test(`${JSON.stringify(license)} is refused by name`, () => {
    assert.match(problemsWith(license)[0] ?? '', /^planted@1\.0\.0: licence/)
  })
}

test('a package is excepted by its name, whatever it declares', () => {
  assert.deepEqual(checkLicences([{ name: 'uap-core', version: '1.0.0' }]).problems, [])
})

test('a check that saw no package fails', () => {
  assert.equal(problemsOf(checkLicences([])).length, 1)
})
