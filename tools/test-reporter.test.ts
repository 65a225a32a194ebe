import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readCounts } from './counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'test-reporter-'))
after(() => rmSync(folder, { recursive: true }))

function runTests(source: string): string {
  const file = join(folder, 'planted.test.mjs')
  writeFileSync(file, `import { test, describe, it } from 'node:test'\n${source}`)
  const program = join(import.meta.dirname, 'run-node-tests.ts')
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  return spawnSync(process.execPath, [program, file], { encoding: 'utf8', env }).stdout
}

test('tests are counted once each, groups are not', () => {
  const output = runTests(`
    test('a', () => {}); test.skip('b', () => {}); test('c', () => { throw new Error('planted') })
    describe('group', () => { it('d', () => {}); it('e', () => { throw new Error('planted too') }) })`)
  assert.deepEqual(readCounts(output), { passed: 2, failed: 2, skipped: 1 })
})

test('a failure is shown with its name, its place and its reason', () => {
  const output = runTests(`test('the planted one', () => { throw new Error('the reason') })`)
  assert.match(output, /✗ the planted one \(.*planted\.test\.mjs:2\)/)
  assert.match(output, /the reason/)
})

test('a group that fails by itself counts', () => {
  assert.equal(readCounts(runTests(`describe('group', () => { throw new Error('planted') })`))?.failed, 1)
})

test('a file that does not load counts as a failure', () => {
  assert.equal(readCounts(runTests(`import './missing.mjs'`))?.failed, 1)
})
