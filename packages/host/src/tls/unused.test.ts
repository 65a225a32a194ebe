import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../testing/tls/loaded-of-tls.ts')

// Other tests of this process load the code.
test('a host without HTTPS loads none of its code, and one with it does', async () => {
  const { stdout } = await run(process.execPath, ['--conditions=source', program])
  const { urls, ...modules } = JSON.parse(stdout) as Readonly<Record<'without' | 'with' | 'urls', readonly string[]>>
  assert.deepEqual(modules.without, [])
  assert.ok(modules.with.includes('create-tls.ts'))
  assert.deepEqual(urls, [null, 'string'])
})
