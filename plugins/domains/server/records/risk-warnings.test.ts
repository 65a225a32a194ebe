import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordValue } from './record-set.ts'
import { riskWarnings } from './risk-warnings.ts'

const zone = 'acme.example'
const value = (count: number): RecordValue => ({ ttl: 300, data: Array.from({ length: count }, (_, at) => `${at}`) })
const step = (key: string, before: RecordValue | null, after: RecordValue | null) => ({ key, before, after })
const codes = (steps: ReturnType<typeof step>[], total = 100, dynamic: readonly string[] = []): readonly string[] =>
  riskWarnings(steps, { total, zone, dynamic: new Set(dynamic) }).map(({ code, confirm }) => {
    assert.equal(confirm, zone)
    return code
  })

test('a change or deletion of NS, MX, DS or a DMARC policy asks for the name of the zone, a new one does not', () => {
  const sensitive = [`${zone} MX`, `sub.${zone} NS`, `sub.${zone} DS`, `_dmarc.${zone} TXT`, `_dmarc.mail.${zone} TXT`]
  for (const key of sensitive) {
    assert.deepEqual(codes([step(key, value(1), null)]), ['sensitive'], key)
    assert.deepEqual(codes([step(key, value(1), value(2))]), ['sensitive'], key)
    assert.deepEqual(codes([step(key, null, value(1))]), [], key)
  }
  assert.deepEqual(codes([step(`www.${zone} A`, value(1), null), step(`${zone} TXT`, value(1), value(2))]), [])
})

test('more than 30 % of at least 10 records ask for the name of the zone, counted one by one', () => {
  const deletes = (count: number) => [step(`www.${zone} A`, value(count), null)]
  assert.deepEqual(codes(deletes(3), 10), [])
  assert.deepEqual(codes(deletes(4), 10), ['many'])
  assert.deepEqual(codes(deletes(9), 9), [], 'a small zone')
  assert.deepEqual(codes(deletes(160), 161), ['many'], 'one record set of many records')
  assert.deepEqual(codes([step(`new.${zone} A`, null, value(50))], 100), [])
})

test('addresses that change by dynamic DNS count only when they are deleted', () => {
  const keys = Array.from({ length: 8 }, (_, at) => `host${at}.${zone} A`)
  const changed = keys.map((key) => step(key, value(1), value(1)))
  assert.deepEqual(codes(changed, 10), ['many'])
  assert.deepEqual(codes(changed, 10, keys), [])
  assert.deepEqual(
    codes(
      keys.map((key) => step(key, value(1), null)),
      10,
      keys,
    ),
    ['many'],
  )
})
