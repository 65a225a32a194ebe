import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'

const script = join(import.meta.dirname, 'run-tests.ts')
const testOf = (body: string): string => `import { suite, test } from 'node:test'\n${body}\n`

suite('§A107 npm test of a plugin', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'run-tests-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Runs the script in a folder with these files, on this Node or another one. */
  const runIn = async (files: Readonly<Record<string, string>>, node = process.execPath, from = script) => {
    const place = await mkdtemp(join(folder, 'plugin-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text)
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
    return spawnSync(node, [from], { cwd: place, encoding: 'utf8', env, timeout: 60_000 })
  }

  test('is green when every test passes', async () => {
    const { status, stdout, stderr } = await runIn({ 'a.test.ts': testOf("suite('s', () => { test('a', () => {}) })") })
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /pass 1\b/)
  })

  test('is red when a test fails, or a file can not be loaded', async () => {
    const failing = testOf("test('a', () => { throw new Error('Planned.') })")
    assert.equal((await runIn({ 'a.test.ts': failing })).status, 1)
    assert.equal((await runIn({ 'a.test.ts': testOf("test('a', () => {})"), 'b.test.ts': 'throw 1' })).status, 1)
  })

  test('leaves out the tests of Vitest, with a sentence', async () => {
    const vitest = "import { test } from 'vitest'\ntest('page', () => {})\n"
    const files = { 'a.test.ts': testOf("test('a', () => {})"), 'page.test.tsx': vitest }
    const { status, stdout, stderr } = await runIn(files)
    assert.deepEqual(
      [status, stderr],
      [0, 'Left out because they run on Vitest: page.test.tsx. Run them with npx vitest run.\n'],
    )
    assert.match(stdout, /tests 1\b/)
    const alone = await runIn({ 'page.test.ts': vitest })
    assert.equal(alone.status, 1)
    assert.match(alone.stderr, /\nNo test ran\. /)
  })

  for (const [title, files] of [
    ['without files', {}],
    ['with a file that has no test', { 'a.test.ts': testOf('') }],
    ['with nothing but skipped tests', { 'a.test.ts': testOf("test.skip('a', () => {})") }],
  ] as const) {
    test(`is red with one sentence ${title}`, async () => {
      const { status, stderr } = await runIn(files)
      assert.deepEqual([status, stderr], [1, 'No test ran. Write one in a file that ends with .test.ts.\n'])
    })
  }

  test('is red with one sentence on an older Node', async (context) => {
    const older = await olderNode()
    if (older === undefined) return context.skip('this machine has no older Node')
    const built = join(folder, 'run-tests.mjs')
    await writeFile(built, stripTypeScriptTypes(await readFile(join(import.meta.dirname, 'run-tests.ts'), 'utf8')))
    const files = { 'a.test.ts': testOf("test('a', () => {})") }
    const { status, stdout, stderr } = await runIn(files, older, built)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      /^The tests need Node 26 and were started with \d+\.\d+\.\d+\. Run npm install [^\n]+ host plugin test, [^\n]+\n$/,
    )
  })
})

/** A Node of the machine that does not read TypeScript; undefined where there is none. */
async function olderNode(): Promise<string | undefined> {
  return (process.env['PATH'] ?? '')
    .split(':')
    .map((place) => join(place, 'node'))
    .find((node) => {
      const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
      return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 26) < 26
    })
}
