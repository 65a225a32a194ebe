import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstSerial, isNewerSerial, nextSerial, serialAfterRestore } from './serial.ts'

const serial = fc.nat({ max: 2 ** 32 - 1 })
const moment = fc.integer({ min: 1_600_000_000_000, max: 4_200_000_000_000 })

test('the serial after a change is newer, whatever it was and whatever the clock says', () => {
  fc.assert(
    fc.property(serial, moment, (present, now) => {
      const next = nextSerial(present, now)
      assert.ok(next > 0 && next < 2 ** 32 && Number.isInteger(next))
      assert.ok(isNewerSerial(next, present), `${next} after ${present}`)
    }),
  )
})

test('a zone that comes out of a backup has a serial after all that its secondaries saw', () => {
  fc.assert(
    fc.property(moment, fc.nat({ max: 50_000 }), fc.integer({ min: 1, max: 1e9 }), (backupAt, changes, age) => {
      const inBackup = firstSerial(backupAt)
      let seen = inBackup
      // Far more than one a second, as while a zone file is imported.
      for (let at = 0; at < changes; at += 1) seen = nextSerial(seen, backupAt + Math.min(at, age))
      const restored = new Date(backupAt + age).toISOString()
      assert.ok(isNewerSerial(serialAfterRestore(inBackup, restored), seen))
    }),
  )
})

test('without a restore, and with one before the last change, the serial stays', () => {
  assert.equal(serialAfterRestore(1_800_000_000, undefined), 1_800_000_000)
  assert.equal(serialAfterRestore(1_800_000_000, '2020-01-01T00:00:00.000Z'), 1_800_000_000)
  assert.equal(serialAfterRestore(5, '2026-01-01T00:00:00.000Z'), 1_767_225_600 + 7 * 86_400)
})
