import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { slowestLines, takeTimes, timesVariable } from './slow-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'slow-tests-'))
after(() => rmSync(folder, { recursive: true }))

test('a reporter writes how long the tests of each file took, and the run takes the file away', () => {
  const [target, file] = [join(folder, 'times'), join(folder, 'planted.test.mjs')]
  writeFileSync(
    file,
    `import { test } from 'node:test'\ntest('a', () => {}); test('b', () => { throw new Error('b') })`,
  )
  const program = join(import.meta.dirname, 'run-node-tests.ts')
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, [timesVariable]: target }
  spawnSync(process.execPath, [program, file], { env })
  const times = takeTimes(target)
  assert.equal(times.length, 1)
  assert.match(times[0]?.file ?? '', /planted\.test\.mjs$/)
  assert.deepEqual(takeTimes(target), [])
})

test('the slowest files come first', () => {
  const times = [1.25, 30, 7].map((seconds) => ({ file: `${seconds}.test.ts`, seconds }))
  assert.deepEqual(slowestLines(times, 2), ['   30.0 s  30.test.ts', '    7.0 s  7.test.ts'])
})
