import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readCounts } from './counts.ts'
import { root } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitest-reporter-'))
after(() => rmSync(folder, { recursive: true }))

function runTests(source: string): ReturnType<typeof readCounts> {
  writeFileSync(join(folder, 'planted.test.mjs'), source)
  const flags = ['run', '--root', folder, '--globals', `--reporter=${join(root, 'tools/vitest-reporter.ts')}`]
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...flags], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NO_COLOR: '1' },
  })
  return readCounts(stdout)
}

test('tests are counted once each', () => {
  const source = `test('a', () => {}); test.skip('b', () => {}); describe('g', () => { it('c', () => { throw new Error() }) })`
  assert.deepEqual(runTests(source), { passed: 1, failed: 1, skipped: 1 })
})

test('a file that does not load, and an uncaught error, count as failures', () => {
  assert.equal(runTests(`import './missing.mjs'`)?.failed, 1)
  assert.equal(runTests(`test('a', () => { void Promise.reject(new Error('planted')) })`)?.failed, 1)
})
