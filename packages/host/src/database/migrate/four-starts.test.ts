import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabases } from '../../../testing/database/test-databases.ts'

const script = fileURLToPath(new URL('../../../testing/database/migrating-process.ts', import.meta.url))

for (const product of testDatabases) {
  test(`${product.dialect}: four processes that start at once create the tables exactly once`, async () => {
    await using fresh = await product.create()
    const processes = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--conditions=source', script, fresh.url], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')))
    for (const { stdin } of processes) stdin.end('go\n')
    const ran = await Promise.all(processes.map(({ stdout }) => text(stdout)))
    assert.deepEqual(ran.toSorted(), ['0\n', '0\n', '0\n', '200\n'])
  })
}
