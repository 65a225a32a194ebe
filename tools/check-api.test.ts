import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiReport, type PublishedPackage } from './api-report.ts'
import { checkApi } from './check-api.ts'
import { doorsOf } from './contract/contract-packages.ts'
import { problemsOf } from './report.ts'

const published: PublishedPackage = { name: 'a', doors: { a: 'src/index.d.ts' } }
const declarations = new Map([
  ['src/index.d.ts', `export { open } from './door.ts';\nexport type { Key } from './deep/key.ts';\n`],
  ['src/door.d.ts', `export declare function open(key: import('./deep/key.ts').Key): void;\n`],
  ['src/deep/key.d.ts', `import type { Metal } from '../metal.ts';\nexport type Key = Metal;\nexport {};\n`],
  ['src/metal.d.ts', `export type Metal = 'iron';\n`],
  ['src/private.d.ts', `export declare const hidden: string;\n`],
])

test('a report holds everything reachable from the entry points, and nothing else', () => {
  const text = apiReport(published, declarations)
  assert.deepEqual(text.match(/^## .*$/gm), [
    '## src/deep/key.d.ts',
    '## src/door.d.ts',
    '## src/index.d.ts',
    '## src/metal.d.ts',
  ])
  assert.doesNotMatch(text, /hidden|export \{\}/)
})

test('the order in which the compiler wrote does not matter', () => {
  assert.equal(apiReport(published, new Map([...declarations].toReversed())), apiReport(published, declarations))
})

test('a door without declarations is an error, not an empty report', () => {
  assert.throws(() => apiReport(published, new Map()), /src\/index\.d\.ts has no declarations/)
})

test("the entry points are the manifest's exports from source", () => {
  const exports = {
    '.': { source: './src/index.ts' },
    './wire': { source: './src/wire.ts' },
    './tokens.css': './a.css',
  }
  assert.deepEqual(Object.fromEntries(doorsOf('packages/plugin', { name: '@host/plugin', exports })), {
    '@host/plugin': 'packages/plugin/src/index.ts',
    '@host/plugin/wire': 'packages/plugin/src/wire.ts',
  })
})

test('a changed surface is refused with the line', () => {
  const [problem] = checkApi([{ path: 'api.md', committed: 'a\nb\nc', current: 'a\nx\nc' }]).problems
  assert.match(problem ?? '', /^api\.md:2: the public surface changed/)
  assert.match(checkApi([{ path: 'api.md', committed: 'a', current: 'a\nb' }]).problems[0] ?? '', /^api\.md:1: /)
})

test('a missing report is refused, an equal one is not', () => {
  assert.match(checkApi([{ path: 'api.md', committed: undefined, current: 'a' }]).problems[0] ?? '', /missing/)
  assert.deepEqual(checkApi([{ path: 'api.md', committed: 'a', current: 'a' }]).problems, [])
})

test('a check that saw no package fails', () => {
  assert.equal(problemsOf(checkApi([])).length, 1)
})
