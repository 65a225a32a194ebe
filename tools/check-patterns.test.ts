import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPatterns, patternsIn } from './check-patterns.ts'
import { problemsOf } from './report.ts'
import { readSources } from './source-files.ts'

const path = 'plugins/links/server/read.ts'
const problemsIn = async (text: string, at = path): Promise<readonly string[]> =>
  problemsOf(await checkPatterns([{ path: at, text }]))

const refused = [
  ['is quadratic from each start', String.raw`const a = /\beyJ[\w-]*\.[\w-]*\./g`],
  ['is quadratic at the end', String.raw`const a = text.replace(/\s+$/, '')`],
  ['is exponential', String.raw`const a = /^(?:a|a)*b/`],
  ['looks behind, which nothing proves', String.raw`const a = /(?<!a)b+/`],
  ['is made at run time', String.raw`const a = new RegExp(text)`],
  ['is made at run time by a call', String.raw`const a = RegExp(text)`],
  ['gives no reason', String.raw`// bounded:` + '\n' + String.raw`const a = /a+$/`],
] as const

for (const [why, text] of refused) {
  test(`an expression that ${why} is refused with its place`, async () => {
    const [problem, ...others] = await problemsIn(text)
    assert.match(problem ?? '', /^plugins\/links\/server\/read\.ts:\d+: /)
    assert.deepEqual(others, [])
  })
}

test('an expression that is linear, or says why it is bounded, passes', async () => {
  assert.deepEqual(await problemsIn(String.raw`const a = /^[a-z]+(?:-[a-z]+)*$/`), [])
  assert.deepEqual(await problemsIn('// bounded: at most 63 characters.\nconst a = /-+$/'), [])
})

test('tests, stories and build code are not the product', async () => {
  for (const at of ['plugins/links/server/read.test.ts', 'packages/plugin-sdk/src/vite/a.ts', 'tools/a.ts']) {
    assert.match((await problemsIn('const a = /a+$/', at))[0] ?? '', /saw nothing/)
  }
})

test('every file of the product that holds an expression is read', () => {
  const files = readSources((one) => /^(?:packages\/host|plugins)\/.*\.tsx?$/.test(one))
  assert.ok(files.flatMap(patternsIn).length > 200)
})
