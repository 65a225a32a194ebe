import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLicences } from './check-licences.ts'
import { problemsOf } from './report.ts'

const problemsWith = (license: unknown): readonly string[] =>
  checkLicences([{ name: 'planted', version: '1.0.0', license }], []).problems

for (const license of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', 'MPL-2.0', 'OFL-1.1']) {
  test(`${license} is allowed`, () => {
    assert.deepEqual(problemsWith(license), [])
  })
}

for (const license of [
  'GPL-3.0-only',
  'Unlicense',
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

const judged = { name: 'fast-sha256', version: '1.3.0', license: 'Unlicense' }
const judge = { name: 'standardwebhooks', version: '1.1.1', license: 'MIT', dependencies: { 'fast-sha256': '1.3.0' } }

test('test-only packages may be named as an exception', () => {
  assert.deepEqual(checkLicences([judged, judge], [{ name: '@host/webhooks' }]).problems, [])
})

test('an exception for tests ends where the product needs the package, itself or through another', () => {
  for (const needed of [judge, judged]) {
    const own = [{ name: '@host/webhooks', dependencies: { [needed.name]: 'catalog:' } }]
    assert.match(checkLicences([judged, judge], own).problems[0] ?? '', /^fast-sha256@1\.3\.0: .+ in what we ship$/)
  }
})

test('a check that saw no package fails', () => {
  assert.equal(problemsOf(checkLicences([], [])).length, 1)
})
