import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingPebble } from '@host/acme/testing'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'
import type { KilledOrder } from '../../../testing/tls/killed-order.ts'

const script = join(import.meta.dirname, '../../../testing/tls/killed-order.ts')
const [sqlite] = testDatabases
assert.ok(sqlite)

test(
  'the order of a process that was killed is resumed by the next one, wherever it was after it noted the URL',
  { skip: missingPebble() },
  async () => {
    await using lab = await AcmeLab.start(sqlite)
    const { database } = await lab.process()
    for (const [at, killAt] of ['/chalZ/', '/finalize-order/', '/certZ/'].entries()) {
      // The authority asks it, as the other processes of a host are there meanwhile.
      const next = await lab.process()
      const host = `killed${at}.example`
      await lab.answer('org_1', host)
      assert.deepEqual(await runUntilKilled({ ...lab.shared, killAt }), [null, 'SIGKILL'])
      await next.run()
      assert.equal(await next.store.find(host).then((found) => found?.state), 'pending', 'its lease is held')
      lab.clock.now += 150_000
      await next.run()
      assert.equal((await next.store.find(host))?.state, 'valid', killAt)
    }
    assert.equal(lab.orders.length, 0)
    const counted = { sql: 'select host from host_acme_orders', parameters: [], writes: false, tenant: undefined }
    assert.equal((await database.run(counted)).rows.length, 3)
  },
)

async function runUntilKilled(facts: KilledOrder): Promise<readonly unknown[]> {
  const command = ['--conditions=source', script, JSON.stringify(facts)]
  return await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'exit')
}
