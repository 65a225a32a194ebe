import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'run-node-tests-'))
after(() => rmSync(folder, { recursive: true }))

function runPlanted(source: string): { readonly output: string; readonly exitCode: number | null } {
  const file = join(folder, 'planted.test.mjs')
  writeFileSync(file, `import { after, before, describe, it, test } from 'node:test'\n${source}`)
  const program = join(import.meta.dirname, 'run-node-tests.ts')
  const { stdout, status } = spawnSync(process.execPath, [program, file], { encoding: 'utf8', timeout: 60_000 })
  return { output: stdout, exitCode: status }
}

test('what a test leaves for later belongs to that test, also after an await', () => {
  const { output, exitCode } = runPlanted(`
    const wait = () => new Promise((resolve) => setTimeout(resolve, 5))
    describe('group', () => {
      before(() => console.log('before'))
      it('first', async () => { await wait(); after(() => console.log('after the first')) })
      it('second', () => console.log('second'))
    })
    test('outer', async () => { await wait(); await test('inner', () => console.log('inner')); console.log('outer') })`)
  assert.deepEqual(output.split('\n'), [
    'before',
    'after the first',
    'second',
    'inner',
    'outer',
    '4 passed, 0 failed',
    '',
  ])
  assert.equal(exitCode, 0)
})

test('an error thrown outside the flow of a test is a failure of that test', () => {
  const { output, exitCode } = runPlanted(`
    const wait = () => new Promise((resolve) => setTimeout(resolve, 30))
    test('throws in a timer', async () => { setTimeout(() => { throw new Error('in a timer') }, 5); await wait() })
    test('forgets a promise', async () => { void Promise.reject(new Error('forgotten')); await wait() })
    test('is innocent', wait)`)
  assert.match(output, /✗ throws in a timer .*:4\)\n +Error: in a timer/)
  assert.match(output, /✗ forgets a promise .*:5\)\n +Error: forgotten/)
  assert.match(output, /1 passed, 2 failed\n$/)
  assert.equal(exitCode, 1)
})

test('no hook follows the promises of a test', () => {
  const { output } = runPlanted(`
    import { executionAsyncId } from 'node:async_hooks'
    test('a', async () => { await undefined; console.log('id', executionAsyncId()) })`)
  assert.match(output, /^id 0\n/)
})
