import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { missingPebble } from '@host/acme/testing'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'

const skip = missingPebble()
const hour = 3_600_000
const [sqlite] = testDatabases
assert.ok(sqlite)

suite('proofs that a process left', { skip }, () => {
  test('are removed past those of a provider that is down, which are tried again an hour later', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    lab.zones.set('down.example', 'org_1').set('up.example', 'org_2')
    for (let at = 0; at < 25; at += 1) await lab.leaveProof('org_1', `n${at}.down.example`)
    lab.clock.now += 1
    await lab.leaveProof('org_2', 'up.example')
    lab.down.add('down.example')
    await process.run()
    assert.equal(lab.pebble.names.added.length, 25)
    assert.deepEqual(new Set(lab.attempts.splice(0)), new Set(['down.example', 'up.example']))
    for (let run = 0; run < 6; run += 1) await process.run()
    assert.equal(lab.attempts.splice(0).length, 20, 'each is tried once')
    lab.down.delete('down.example')
    await process.run()
    assert.deepEqual(lab.attempts, [])
    lab.clock.now += hour
    for (let run = 0; run < 5; run += 1) await process.run()
    assert.deepEqual(lab.pebble.names.added, [])
  })

  test('wait for a person without holding up those of others', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    lab.needsApproval = true
    for (let at = 0; at < 20; at += 1) {
      const orgId = `org_${Math.floor(at / 5)}`
      lab.zones.set(`n${at}.example`, orgId)
      await lab.leaveProof(orgId, `n${at}.example`)
    }
    await process.run()
    assert.equal(lab.changesets.size, 20)
    lab.clock.now += hour
    lab.zones.set('other.example', 'org_other')
    await lab.leaveProof('org_other', 'other.example')
    for (let run = 0; run < 2; run += 1) await process.run()
    assert.deepEqual([...lab.changesets.values()].at(-1)?.zone, 'other.example')
  })

  test('are planned to be removed ever more rarely while a person ignores it, and not once it was dismissed', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    lab.needsApproval = true
    lab.zones.set('left.example', 'org_1')
    await lab.leaveProof('org_1', 'left.example')
    for (let hours = 0; hours < 72; hours += 1) {
      await process.run()
      lab.clock.now += hour
      for (const changeset of lab.changesets.values()) changeset.state = 'expired'
    }
    const planned = lab.changesets.size
    assert.ok(planned >= 3 && planned <= 5, `${planned} plans`)
    const titles = new Set([...lab.changesets.values()].map(({ title }) => title))
    assert.deepEqual([...titles], ['Remove the proof of a certificate'])
    const days = async (count: number): Promise<void> => {
      for (let day = 0; day < count; day += 1) {
        lab.clock.now += 24 * hour
        await process.run()
      }
    }
    await days(2)
    for (const changeset of lab.changesets.values()) changeset.state = 'dismissed'
    assert.equal(lab.changesets.size, planned + 1)
    await days(4)
    assert.equal(lab.changesets.size, planned + 1)
  })
})
