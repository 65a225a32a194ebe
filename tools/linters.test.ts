import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { root } from './source-files.ts'

/**
 * Third-party tools on planted faults, with our own settings. A tool that does not understand the current version of
 * TypeScript may silently find nothing; here it would fail.
 */
const folder = mkdtempSync(join(tmpdir(), 'planted-'))
after(() => rmSync(folder, { recursive: true }))

const settings = ['.oxlintrc.json', '.oxfmtrc.json', 'knip.json', 'tsconfig.json', 'tsconfig.base.json']
const manifest = { name: '@host/host', type: 'module', exports: { '.': './src/index.ts' } }

beforeEach(() => {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  for (const name of [...settings, 'tsconfig.server.json', 'tsconfig.web.json']) {
    cpSync(join(root, name), join(folder, name))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  plant('package.json', JSON.stringify({ name: 'planted', private: true, type: 'module' }))
  plant('pnpm-workspace.yaml', 'packages: [packages/*]\n')
  plant('packages/host/package.json', JSON.stringify(manifest))
  plant('packages/host/src/index.ts', `export { answer } from './answer.ts'\n`)
  plant('packages/host/src/answer.ts', `export const answer = (): Promise<number> => Promise.resolve(42)\n`)
})

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function run(tool: string, ...args: readonly string[]): { status: number | null; output: string } {
  const command = join(root, 'node_modules/.bin', tool)
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 })
  return { status, output: stdout + stderr }
}

const lintFaults: readonly [fault: string, rule: string, text: string][] = [
  ['a promise nobody awaits', 'no-floating-promises', `import { answer } from './answer.ts'\nanswer()\n`],
  [
    'a promise as a condition',
    'no-misused-promises',
    `import { answer } from './answer.ts'\nexport const a = answer() ? 1 : 2\n`,
  ],
  ['any that comes from elsewhere', 'no-unsafe-assignment', 'export const a: string = JSON.parse("1")\n'],
  [
    'a case nobody handles',
    'switch-exhaustiveness-check',
    `export const a = (b: 1 | 2): void => {\n  switch (b) { case 1: }\n}\n`,
  ],
  ['any', 'no-explicit-any', 'export const a: any = 1\n'],
  ['an ignored type error', 'ban-ts-comment', '// @ts-ignore because\nexport const a: string = 1\n'],
  ['a note to do something later', 'no-warning-comments', '// TODO later\nexport const a = 1\n'],
  ['an import that goes round in a circle', 'no-cycle', `import { b } from './circle.ts'\nexport const a = b\n`],
  ['a stream beside the one way to stream', 'no-restricted-globals', 'export const a = ReadableStream.from([])\n'],
  ['a stream made by hand', 'no-restricted-globals', 'export const a = new ReadableStream()\n'],
  [
    'a stream under an imported name',
    'no-restricted-imports',
    `import { ReadableStream as Web } from 'node:stream/web'\nexport const a = new Web()\n`,
  ],
  [
    'four levels of nesting',
    'max-depth',
    'export const a = (b: number): void => { for (;;) { if (b > 1) { while (b > 2) { if (b > 3) { break } } } } }\n',
  ],
]

const lines = (count: number): string => '// a line\n'.repeat(count)
const longFunction = (count: number): string => `export const a = (): void => {\n${lines(count - 2)}}\n`
const parameters = (...names: readonly string[]): string =>
  `export const a = (${names.map((name) => `${name}: number`).join(', ')}): number => ${names.join(' + ')}\n`

/** Paths with a text at the limit, and one over it. */
const sizes: readonly [path: string, rule: string, within: string, over: string][] = [
  ['packages/host/src/file', 'max-lines', lines(400), lines(401)],
  ['packages/host/src/function', 'max-lines-per-function', longFunction(60), longFunction(61)],
  ['packages/host/src/group.test.ts', 'max-lines-per-function', longFunction(200), longFunction(201)],
  ['packages/host/src/parameters', 'max-params', parameters('b', 'c', 'd'), parameters('b', 'c', 'd', 'e')],
  ['packages/shell/src/PlantedPage.tsx', 'max-lines', lines(250), lines(251)],
  [
    'packages/plugin/src/safehttp/send.ts',
    'max-params',
    parameters('b', 'c', 'd', 'e'),
    parameters('b', 'c', 'd', 'e', 'f'),
  ],
]

for (const [path, rule, within, over] of sizes) {
  const file = path.includes('.') ? path : `${path}.ts`
  test(`oxlint refuses a size over the limit of ${rule} in ${file}, and none at it`, () => {
    plant(file, within)
    assert.equal(run('oxlint', 'packages').output.match(/max-[\w-]+/)?.[0], undefined)
    plant(file, over)
    assert.match(run('oxlint', '--format=unix', 'packages').output, new RegExp(`${file}:.*\\(${rule}\\)`))
  })
}

test('oxlint accepts long dictionaries', () => {
  plant('packages/host/src/i18n.ts', lines(900))
  assert.equal(run('oxlint', 'packages').output.match(/max-[\w-]+/)?.[0], undefined)
})

test('oxlint refuses every planted fault, with types and without, and nothing else', () => {
  plant('packages/host/src/circle.ts', `import { a } from './planted-7.ts'\nexport const b = (): unknown => a\n`)
  for (const [index, [, , text]] of lintFaults.entries()) plant(`packages/host/src/planted-${index}.ts`, text)
  const { status, output } = run('oxlint', '--format=unix', 'packages')
  assert.notEqual(status, 0)
  for (const [index, [fault, rule]] of lintFaults.entries()) {
    assert.match(output, new RegExp(`planted-${index}\\.ts:.*${rule}`), `${fault} went unseen:\n${output}`)
  }
  assert.doesNotMatch(output, /answer\.ts:/)
})

const faults: readonly [tool: string, fault: string, text: string, says: RegExp][] = [
  ['tsc', 'a type error', `export const a: string = 1\n`, /TS2322/],
  ['tsc', 'undefined for an optional property', `export const a: { b?: string } = { b: undefined }\n`, /TS2375/],
  ['oxfmt', 'other formatting', 'export const a = "b";\n', /Format issues/],
  ['knip', 'a file that nobody imports', 'export const a = 1\n', /Unused files/],
]

/** Without a folder oxlint follows the link to everything that is installed, which takes a minute. */
const argsOf: Readonly<Record<string, readonly string[]>> = {
  oxlint: ['packages'],
  tsc: ['-p', 'tsconfig.server.json'],
  oxfmt: ['--check', 'packages/host/src'],
}

for (const [tool, fault, text, says] of faults) {
  test(`${tool} refuses ${fault}`, () => {
    plant('packages/host/src/planted.ts', text)
    const { status, output } = run(tool, ...(argsOf[tool] ?? []))
    assert.notEqual(status, 0)
    assert.match(output, says)
  })
}

for (const tool of ['oxlint', 'tsc', 'oxfmt', 'knip']) {
  test(`${tool} accepts the same folder without the fault`, () => {
    const { status, output } = run(tool, ...(argsOf[tool] ?? []))
    assert.equal(status, 0, output)
  })
}

test('knip refuses an unused export and an unused dependency', () => {
  plant('packages/host/src/answer.ts', 'export const answer = 1\nexport const unused = 2\n')
  plant('packages/host/package.json', JSON.stringify({ ...manifest, dependencies: { kysely: '0.29.9' } }))
  const { status, output } = run('knip')
  assert.notEqual(status, 0)
  assert.match(output, /Unused exports/)
  assert.match(output, /Unused dependencies/)
})

test('tsc refuses a type test whose mistake compiles', () => {
  plant(
    'packages/host/src/planted.test-d.ts',
    '// @ts-expect-error this is fine after all\nexport const a: string = "b"\n',
  )
  const { status, output } = run('tsc', '-p', 'tsconfig.server.json')
  assert.notEqual(status, 0)
  assert.match(output, /TS2578/)
})

test('the linters refuse a page whose hook is called in a condition', () => {
  const page = `export function APage(props: { b: boolean }): null {\n  if (props.b) useState(1)\n  return null\n}\n`
  plant('packages/shell/src/APage.tsx', `import { useState } from 'react'\n${page}`)
  const { status, output } = run('oxlint', 'packages')
  assert.notEqual(status, 0)
  assert.match(output, /rules-of-hooks/)
})
