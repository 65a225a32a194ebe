import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { missingPebble } from '@host/acme/testing'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'

const skip = missingPebble()
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const [sqlite] = testDatabases
assert.ok(sqlite)

/** A wildcard whose first order waits for a person. */
async function waitingLab(product: NonNullable<typeof sqlite>) {
  const lab = await AcmeLab.start(product)
  const process = await lab.process()
  lab.zones.set('zone.example', 'org_1')
  lab.needsApproval = true
  await lab.answer('org_1', '*.zone.example')
  await process.run()
  return { lab, process, record: async () => await process.store.find('*.zone.example') }
}

suite('a DNS change that waits for a person', { skip }, () => {
  test('keeps its order and is planned once, and the order ends soon after the approval', async () => {
    const { lab, process, record } = await waitingLab(sqlite)
    await using _ended = lab
    assert.equal((await record())?.problem?.code, 'dns_approval')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      lab.clock.now += 10 * minute
      await process.run()
      assert.equal((await record())?.attempts, 0, 'it has not failed')
    }
    assert.deepEqual([lab.changesets.size, lab.orders.length], [1, 1])
    lab.approve()
    lab.needsApproval = false
    lab.clock.now += 10 * minute
    await process.run()
    assert.deepEqual([(await record())?.state, lab.orders.length], ['valid', 1])
    assert.deepEqual(lab.pebble.names.added, [], 'no proof is left')
  })

  test('is planned again with the same text once a plan has expired, after a pause', async () => {
    const { lab, process, record } = await waitingLab(sqlite)
    await using _ended = lab
    const [first] = lab.changesets.values()
    assert.ok(first)
    first.state = 'expired'
    for (let attempt = 0; attempt < 3; attempt += 1) {
      lab.clock.now += 10 * minute
      await process.run()
    }
    assert.deepEqual([lab.changesets.size, (await record())?.attempts], [1, 1])
    lab.clock.now += hour
    await process.run()
    assert.deepEqual([lab.changesets.size, lab.orders.length], [2, 1])
    lab.approve()
    lab.clock.now += minute
    await process.store.schedule('*.zone.example', lab.clock.now)
    await process.run()
    assert.deepEqual([(await record())?.state, lab.orders.length], ['valid', 1])
  })

  test('fails when a person dismisses it, and is ordered and planned again after the pause of a failure', async () => {
    const { lab, process, record } = await waitingLab(sqlite)
    await using _ended = lab
    const [first] = lab.changesets.values()
    assert.ok(first)
    first.state = 'dismissed'
    for (let attempt = 0; attempt < 3; attempt += 1) {
      lab.clock.now += 10 * minute
      await process.run()
      assert.deepEqual([(await record())?.problem?.code, (await record())?.attempts], ['dns_change', 1])
    }
    assert.deepEqual([lab.changesets.size, lab.orders.length], [1, 1])
    lab.clock.now += hour
    await process.run()
    assert.deepEqual([lab.changesets.size, lab.orders.length], [2, 2])
  })

  test('is ordered again after the order has expired, and no plan brings the old proof back', async () => {
    const { lab, process } = await waitingLab(sqlite)
    await using _ended = lab
    lab.clock.now += day + minute
    await process.run()
    assert.equal(lab.orders.length, 2)
    // The authority has the time of the system.
    lab.clock.now -= day
    lab.approve()
    await process.store.schedule('*.zone.example', lab.clock.now)
    await process.run()
    assert.equal((await process.store.find('*.zone.example'))?.state, 'valid')
    assert.equal(lab.pebble.names.added.length, 1, 'its removal waits for a person too')
    const planned = lab.changesets.size
    await process.run()
    assert.equal(lab.changesets.size, planned)
    lab.approve()
    await process.run()
    assert.deepEqual(lab.pebble.names.added, [])
  })
})
