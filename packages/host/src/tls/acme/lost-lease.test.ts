import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { missingPebble } from '@host/acme/testing'
import type { Database } from '../../database/database.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'

const skip = missingPebble()
const [sqlite] = testDatabases
assert.ok(sqlite)

suite('a run that lost its lease', { skip }, () => {
  test('ends in the middle of its orders, and the next run resumes them', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    await lab.answer('org_1', 'lost.example')
    lab.before = async (url, signal) => {
      if (!url.includes('/authZ/')) return
      await takeLease(process.database)
      await once(signal, 'abort')
    }
    await process.run()
    const { state, problem } = (await process.store.find('lost.example')) ?? {}
    assert.deepEqual([state, problem], ['pending', undefined], 'it does not count as a failure')
    lab.before = async () => undefined
    lab.clock.now += 120_001
    await process.run()
    assert.equal((await process.store.find('lost.example'))?.state, 'valid')
    assert.equal(lab.orders.length, 1)
  })
})

async function takeLease(database: Database): Promise<void> {
  const sql = "update host_acme_leases set owner = 'other'"
  await database.run({ sql, parameters: [], writes: true, tenant: undefined })
}
