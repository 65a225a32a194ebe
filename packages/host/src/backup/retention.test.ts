import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expiredBackups, parseRetention, type DatedBackup } from './retention.ts'

const at = (iso: string): DatedBackup => ({ id: iso, at: iso })
const ids = (backups: readonly DatedBackup[]) => backups.map(({ id }) => id).toSorted()

test('the last backup of each day, week and month that has one is kept', () => {
  const backups = [
    '2026-01-31T02:30:00.000Z',
    '2026-02-01T02:30:00.000Z',
    '2026-02-01T14:00:00.000Z',
    '2026-02-02T02:30:00.000Z',
    '2026-02-09T02:30:00.000Z',
  ].map(at)
  assert.deepEqual(ids(expiredBackups(backups, parseRetention('1d'))), ids(backups.slice(0, 4)))
  assert.deepEqual(
    ids(expiredBackups(backups, parseRetention('2w'))),
    ids(backups.slice(0, 3)),
    'weeks begin on Monday',
  )
  assert.deepEqual(ids(expiredBackups(backups, parseRetention('2m'))), ids(backups.slice(1, 4)))
  assert.deepEqual(ids(expiredBackups(backups, parseRetention('3d1m'))), ids([backups[0]!, backups[1]!]))
})

test('a rule that keeps nothing, and one of another form, are refused', () => {
  for (const text of ['', '0d', '7', 'd7', '7d7d', '-1d', '7x', '7d 4w', '99999d']) {
    assert.throws(() => parseRetention(text), /keeps no backup; use days, weeks and months such as "7d4w12m"/, text)
  }
})

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

test('backups of the last day before the newest are all kept', () => {
  const backups = ['2026-02-08T02:29:00.000Z', '2026-02-08T02:31:00.000Z', '2026-02-09T02:30:00.000Z'].map(at)
  assert.deepEqual(ids(expiredBackups(backups, parseRetention('1m'))), ids(backups.slice(0, 1)))
})

test('the newest backup is always kept, and a longer rule keeps what a shorter one keeps', () => {
  const counts = fc.record({ days: fc.nat(40), weeks: fc.nat(10), months: fc.nat(20) })
  fc.assert(
    fc.property(fc.uniqueArray(moment, { selector: (date) => date.getTime(), minLength: 1 }), counts, (dates, rule) => {
      const backups = dates.map((date) => at(date.toISOString()))
      const newest = backups.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
      const expired = new Set(expiredBackups(backups, rule))
      assert.ok(newest !== undefined && !expired.has(newest))
      const recent = backups.filter((each) => Date.parse(each.at) > Date.parse(newest.at) - 86_400_000)
      assert.ok(backups.length - expired.size <= recent.length + rule.days + rule.weeks + rule.months)
      for (const each of expiredBackups(backups, { ...rule, days: rule.days + 1, months: rule.months + 1 })) {
        assert.ok(expired.has(each))
      }
    }),
  )
})
