import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { judge, runSuite } from './run-suite.ts'
import type { Suite } from './test-suites.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-suite-'))
after(() => rmSync(folder, { recursive: true }))

const tests: Suite = { kind: 'node', name: 'tests', files: [], minutes: 1 }
const ending = { exitCode: 0, output: '4 passed, 0 failed\n' }
const script = (source: string, minutes = 1): Suite => ({
  kind: 'command',
  name: 'step',
  command: ['node', '-e', source],
  minutes,
})
const run = (suite: Suite): ReturnType<typeof runSuite> =>
  runSuite(suite, { root: folder, isSoak: false, deadline: new AbortController().signal })

test('a suite whose tests pass has no problem', () => {
  assert.deepEqual(judge(tests, ending, 1), { counts: { passed: 4, failed: 0, skipped: 0 } })
})

const bad = [
  ['that ran no test', { ...ending, output: '0 passed, 0 failed' }, /ran no test/],
  ['that skipped all its tests', { ...ending, output: '0 passed, 0 failed, 3 skipped' }, /ran no test/],
  ['that never wrote its counts', { ...ending, output: 'hello' }, /ran no test/],
  ['that ends with an exit code', { ...ending, exitCode: 7 }, /exit code 7/],
  ['that a signal ended', { ...ending, exitCode: null }, /exit code none/],
  ['that is late', { ...ending, late: 'suite' }, /within 1 minutes/],
  ['that runs when all is over', { ...ending, late: 'run', running: ['a', 'b'] }, /whole run ended, in: a; b/],
  ['with a failing test', { ...ending, output: '4 passed, 1 failed' }, /1 failed/],
] as const

for (const [name, end, problem] of bad) {
  test(`a suite ${name} fails`, () => {
    const verdict = judge(tests, end, 1)
    assert.ok(verdict.counts.failed > 0)
    assert.match(verdict.problem ?? '', problem)
  })
}

test('a step counts as one, by its exit code', async () => {
  assert.deepEqual((await run(script(''))).counts, { passed: 1, failed: 0, skipped: 0 })
  assert.deepEqual((await run(script('process.exit(3)'))).counts, { passed: 0, failed: 1, skipped: 0 })
})

test('a command that does not exist is a failure, not a crash', async () => {
  const result = await run({ kind: 'command', name: 'step', command: ['/nonexistent/command'], minutes: 1 })
  assert.equal(result.counts.failed, 1)
  assert.match(result.output, /not found/)
})

const spawnChild = (options: string): string =>
  `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 9)'], ${options})`

test('a suite that hangs is ended with all of its processes: none holds its pipe', async () => {
  const result = await run(script(`${spawnChild("{ stdio: 'inherit' }")}; setInterval(() => {}, 9)`, 0.01))
  assert.match(result.problem ?? '', /did not end/)
})

test('processes left by a suite do not delay the next one', async () => {
  assert.equal((await run(script(`${spawnChild("{ stdio: 'inherit' }")}.unref()`))).counts.passed, 1)
})

test("a developer's own settings do not reach a test", async () => {
  process.env['HOST_LISTEN'] = ':1'
  const result = await run(script('console.log(process.env.HOST_LISTEN)'))
  delete process.env['HOST_LISTEN']
  assert.equal(result.output.trim(), 'undefined')
})

test('processes of all suites share the code that Node has compiled', async () => {
  const result = await run(script('console.log(process.env.NODE_COMPILE_CACHE)'))
  assert.match(result.output.trim(), /\/node_modules\/.cache\/compiled$/)
})
