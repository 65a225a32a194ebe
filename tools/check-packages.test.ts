import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeTarball } from '../packages/cli/src/archive/write-tarball.ts'
import { checkPackages } from './check-packages.ts'
import { problemsOf } from './report.ts'

const manifest = {
  name: 'planted',
  version: '1.0.0',
  license: 'MIT',
  type: 'module',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
}
const sound: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(manifest),
  'dist/index.js': 'export const a = 1\n',
  'dist/index.d.ts': 'export declare const a: number\n',
}

/** The problems of a package with these files in place of its own; `undefined` removes one. */
async function problemsWith(changed: Readonly<Record<string, string | undefined>>): Promise<string> {
  const files = Object.entries({ ...sound, ...changed }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, Buffer.from(text)] as const],
  )
  const { problems } = await checkPackages(new Map([['planted-1.0.0.tgz', writeTarball(new Map(files))]]))
  return problems.join('\n')
}

test('§A23 a sound package passes, by its manifest and by its types', async () => {
  assert.equal(await problemsWith({}), '')
})

const faults: readonly [fault: string, files: Readonly<Record<string, string | undefined>>, says: RegExp][] = [
  [
    'an entry whose code is not packed',
    { 'dist/index.js': undefined },
    /^planted-1\.0\.0\.tgz: .*index\.js.*\(publint\)/m,
  ],
  ['an entry whose types are not packed', { 'dist/index.d.ts': undefined }, /\(attw\)/],
  ['code in another format than its type says', { 'dist/index.js': 'module.exports = { a: 1 }\n' }, /\(publint\)/],
  [
    'an import inside of the types without its extension',
    { 'dist/index.d.ts': `export * from './a'\n`, 'dist/a.d.ts': 'export declare const a: number\n' },
    /InternalResolutionError.*\(attw\)/,
  ],
]

for (const [fault, files, says] of faults) {
  test(`§A23 a package is refused for ${fault}`, async () => {
    assert.match(await problemsWith(files), says)
  })
}

test('a check that saw no package fails', async () => {
  assert.equal(problemsOf(await checkPackages(new Map())).length, 1)
})
