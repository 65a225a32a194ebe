import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../testing/loaded-of-dns.ts')

interface Loaded {
  readonly modules: readonly string[]
  readonly sockets: number
}

// Other tests of this process load the code.
test('a host that does not answer DNS opens no socket and loads none of the server, and one that does has both', async () => {
  const { stdout } = await run(process.execPath, ['--conditions=source', program])
  const found = JSON.parse(stdout) as Readonly<Record<'without' | 'with', Loaded>>
  assert.deepEqual(found.without, { modules: [], sockets: 0 })
  assert.ok(found.with.modules.includes('served-zones.ts'))
  assert.equal(found.with.sockets, 1)
})
