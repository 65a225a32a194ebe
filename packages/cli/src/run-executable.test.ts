import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundledProgram } from './build/testing/bundled-program.ts'

const main = await bundledProgram(join(import.meta.dirname, '../../../apps/server/src/main.ts'))

/** Runs a line of a shell, in which `"$@"` is the product. */
function runInShell(line: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE }
  return spawnSync('sh', ['-c', line, 'sh', process.execPath, main], { encoding: 'utf8', env })
}

test('§A101 output that fails because the disk is full is reported, with exit code 1', () => {
  const { status, stderr } = runInShell('"$@" config > /dev/full')
  assert.equal(stderr, 'The output could not be written (ENOSPC).\n')
  assert.equal(status, 1)
})

test('§A101 a reader that leaves before the end, such as head, is not a failure', () => {
  const { stdout, stderr } = runInShell('{ "$@" openapi; echo "ended with $?" >&2; } | head -n 1')
  assert.deepEqual([stdout, stderr], ['{\n', 'ended with 0\n'])
})
