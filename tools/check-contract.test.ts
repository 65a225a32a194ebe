import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { checkContract, currentReference } from './check-contract.ts'
import { contractReference } from './contract/contract-reference.ts'
import { ContractSources, type ContractExport } from './contract/read-exports.ts'

const door = 'packages/plugin/src/index.ts'

/** The exports of an entry point in a repository with these files. */
function read(t: TestContext, files: Readonly<Record<string, string>>): readonly ContractExport[] {
  const root = mkdtempSync(join(tmpdir(), 'contract-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return new ContractSources(root, new Map([['@host/other', 'packages/other.ts']])).exportsOf(door)
}

function only(t: TestContext, text: string): ContractExport {
  const [found, ...others] = read(t, { [door]: text })
  assert.ok(found !== undefined && others.length === 0)
  return found
}

test('an export is followed through doors, renamings and stars to its docstring', (t) => {
  const found = read(t, {
    [door]: `export { inner as outer } from './a.ts'\nexport * from './b.ts'\nexport type { Kind } from '@host/other'\n`,
    'packages/plugin/src/a.ts': `export { origin as inner } from './c.ts'\n`,
    'packages/plugin/src/b.ts': `import { twice } from './c.ts'\nexport { twice }\n/** Two. */\nexport const two = 2\n`,
    'packages/plugin/src/c.ts': `/** The origin. */\nexport function origin(): void {}\n/** Twice. */\nexport const twice = (n: number): number => n * 2\n`,
    'packages/other.ts': `/** A kind. */\nexport type Kind = 'a' | 'b'\n`,
  })
  assert.deepEqual(
    found.map(({ name, file, signature, doc }) => [name, file.split('/').at(-1), signature, doc?.text]),
    [
      ['outer', 'c.ts', 'function origin(): void', 'The origin.'],
      ['twice', 'c.ts', 'const twice = (n: number): number => …', 'Twice.'],
      ['two', 'b.ts', 'const two = 2', 'Two.'],
      ['Kind', 'other.ts', "type Kind = 'a' | 'b'", 'A kind.'],
    ],
  )
})

test('a class shows its public members, overloads appear without the implementation, large values are left out', (t) => {
  const shown = only(
    t,
    `/** A door. */
export class Door {
  readonly #key: string
  /** Its width. */
  readonly width = 3
  private depth = 1
  constructor(key: string) { this.#key = key }
  /** Opens it. */
  open(): boolean { return this.#key !== '' }
}`,
  )
  assert.equal(
    shown.signature,
    'class Door {\n  /** Its width. */\n  readonly width = 3\n  constructor(key: string)\n  /** Opens it. */\n  open(): boolean\n}',
  )
  const overloaded = only(
    t,
    `/** Reads. */\nexport function read(a: string): string\nexport function read(a: number): number\nexport function read(a: unknown): unknown { return a }\n`,
  )
  assert.equal(overloaded.signature, 'function read(a: string): string\nfunction read(a: number): number')
  assert.equal(overloaded.doc?.text, 'Reads.')
  const large = only(t, `/** Many. */\nexport const many = {\n${'  a: 1,\n'.repeat(60)}}\n`)
  assert.equal(large.signature, 'const many = …')
})

test('a docstring is taken apart, wherever its tags stand', (t) => {
  const { doc } = only(
    t,
    `/**
 * Opens a door, see {@link close}.
 * @param key how
 *   it opens
 * @returns the room @throws Problem when it is locked
 * @example
 * open('a')
 *   .then(enter)
 * @since 1.2.0
 * @deprecated use \`enter\`
 */
export declare function open(key: string): void`,
  )
  assert.deepEqual(doc, {
    text: 'Opens a door, see `close`.',
    params: ['key how\n  it opens'],
    returns: 'the room',
    throws: ['Problem when it is locked'],
    examples: ["open('a')\n  .then(enter)"],
    since: '1.2.0',
    deprecated: 'use `enter`',
  })
})

test('an export without a sentence and a file that no page names are findings', (t) => {
  const exports = read(t, {
    [door]: `export { a, B, type BProps } from './plugin.ts'\nexport { c } from './nowhere.ts'\n`,
    'packages/plugin/src/plugin.ts': `export const a = 1\n/** half a sentence */\nexport function B(props: BProps): void {}\nexport interface BProps {}\n`,
    'packages/plugin/src/nowhere.ts': `/** Here. */\nexport const c = 1\n`,
  })
  const { problems, pages } = contractReference([{ name: '@host/plugin', exports }])
  assert.deepEqual(problems, [
    'packages/plugin/src/nowhere.ts: c stands on no page of the reference; name its file in tools/contract/themes.ts',
    'packages/plugin/src/plugin.ts: a has no docstring; say in one sentence what it is',
    'packages/plugin/src/plugin.ts: the docstring of B begins with no whole sentence; end it with a full stop',
  ])
  assert.match(pages.get('docs/contract/plugin.md') ?? '', /function B\(props: BProps\): void\n\ninterface BProps \{\}/)
})

test('an exported name without a declaration is an error that names it', (t) => {
  assert.throws(
    () => read(t, { [door]: `export { a } from './b.ts'\n`, 'packages/plugin/src/b.ts': 'const b = 1\n' }),
    {
      message: 'packages/plugin/src/b.ts exports a, which is declared nowhere',
    },
  )
})

test('a page that is not current, one that is missing and one that is left over are findings', () => {
  const reference = {
    pages: new Map([
      ['a.md', 'new'],
      ['b.md', 'b'],
    ]),
    problems: [],
  }
  const committed = new Map([
    ['a.md', 'old'],
    ['c.md', 'c'],
  ])
  assert.deepEqual(checkContract(reference, committed).problems, [
    'a.md: not what the docstrings say any more; run "pnpm reference"',
    'b.md: missing; run "pnpm reference"',
    'c.md: nothing is on it any more; run "pnpm reference"',
  ])
})

test('§A74 every export of the contract packages stands in the reference with a sentence of its own', () => {
  const { pages, problems } = currentReference()
  assert.deepEqual(problems, [])
  const text = [...pages.values()].join('\n')
  for (const heading of ['definePlugin', 'defineUIPlugin', 'createClient', 'createTestHost', 'Button', 'safehttp']) {
    assert.ok(text.includes(heading), heading)
  }
})
