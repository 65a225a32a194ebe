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
})
