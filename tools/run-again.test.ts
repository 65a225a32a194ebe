import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runAll } from './run-all.ts'
import { root } from './source-files.ts'
import type { Suite } from './test-suites.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-again-'))
after(() => rmSync(folder, { recursive: true }))

/** A suite of files: one that passes, and one that fails at its first `failures` runs. */
function suiteOf(name: string, failures: number): Suite {
  const [steady, shaky, runs] = ['steady.test.mjs', 'shaky.test.mjs', 'runs'].map((file) => join(folder, name + file))
  writeFileSync(steady ?? '', `import { test } from 'node:test'\ntest('passes', () => {})`)
  writeFileSync(
    shaky ?? '',
    `import { test } from 'node:test'
     import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync('${runs}', 'x')
     test('fails at first', () => { if (readFileSync('${runs}').length <= ${failures}) throw new Error('planted') })`,
  )
  return { kind: 'node', name, files: [steady ?? '', shaky ?? ''], minutes: 1 }
}

async function run(suites: readonly Suite[], isSoak = false) {
  const lines: string[] = []
  const counts = await runAll(suites, { root, isSoak, minutes: 1 }, (line) => lines.push(line))
  return { counts, said: lines.join('\n') }
}

test('a file that passes when run again alone counts as passed, and is named', async () => {
  const { counts, said } = await run([suiteOf('once', 1)])
  assert.deepEqual(counts, { passed: 2, failed: 0, skipped: 0 })
  assert.match(said, /planted/)
  assert.match(said, /PASSED when run again: .*onceshaky\.test\.mjs/)
  assert.doesNotMatch(said, /again: .*steady/)
})

test('a file that fails twice, and one that fails in a soak, count as failed', async () => {
  const twice = await run([suiteOf('twice', 2)])
  assert.deepEqual(twice.counts, { passed: 1, failed: 1, skipped: 0 })
  assert.match(twice.said, /FAILED when run again: .*twiceshaky/)
  const soak = await run([suiteOf('soak', 1)], true)
  assert.deepEqual(soak.counts, { passed: 1, failed: 1, skipped: 0 })
})

test('none is run again where more than six files failed, or a suite failed as a whole', async () => {
  const many = await run(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => suiteOf(name, 1)))
  assert.equal(many.counts.failed, 7)
  const whole: Suite = { kind: 'command', name: 'step', command: ['node', '-e', 'process.exit(1)'], minutes: 1 }
  const one = await run([suiteOf('beside', 1), whole])
  assert.equal(one.counts.failed, 2)
})
