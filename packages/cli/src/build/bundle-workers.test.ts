import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { bundleWorkers } from './bundle-workers.ts'
import { openCheckout } from './checkout.ts'

let threads: ReadonlyMap<string, string>

before(async () => {
  threads = await bundleWorkers(openCheckout().root)
})

for (const { dialect, create } of testDatabases) {
  test(`${dialect}: a host starts its threads from their text, as it does inside an executable`, async (t) => {
    await using fresh = await create()
    const folder = await mkdtemp(join(tmpdir(), 'host-threads-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const host = await createHost({
      plugins: [],
      config: readConfig({ HOST_DATABASE_URL: fresh.url, HOST_DATA: folder, HOST_LOG_LEVEL: 'error' }),
      threadCode: (name) => threads.get(name) ?? assert.fail(`no thread "${name}"`),
      stalls: { endAfter: undefined, format: undefined },
    })
    t.after(() => host.stop())
    assert.equal((await host.fetch(new Request('http://host.test/readyz'))).status, 200)
  })
}
