import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { callOptions } from '../dns-provider-lab.ts'
import type { DnsProviderRule } from '../dns-provider-rule.ts'
import { assertSame } from '../dns-provider-lab.ts'
import { recordKey } from '../same-record-set.ts'

/** A label in its normal form: bytes that are not printable have a backslash. */
const normalLabel = /^(?:[!-\-/-@[\]-~]|\\\d{3}|\\\D)+$/

function isNormalName(name: string): boolean {
  // A dot behind a backslash is within its label.
  return name.split(/(?<!\\)\./).every((label) => normalLabel.test(label))
}

/** Rules about zones and the reading of records. */
export const readRules: readonly DnsProviderRule[] = [
  {
    id: 'zones',
    title: 'zones have an ID and a name in its normal form, each once',
    async check(lab) {
      const zones = await lab.account.zones(callOptions())
      for (const { id, name } of zones) assert.ok(id !== '' && isNormalName(name), inspect({ id, name }))
      assert.equal(new Set(zones.map(({ id }) => id)).size, zones.length, 'Two zones have the same ID.')
    },
  },
  {
    id: 'normal-form',
    title: 'record sets are read in their normal form, each key once, without the SOA record',
    async check(lab) {
      await lab.create(lab.record({ data: ['"one"', '"two"'] }))
      const found = await lab.readAll()
      for (const { name, type, ttl, data } of found) {
        const isWithin = name === lab.zone.name || name.endsWith(`.${lab.zone.name}`)
        assert.ok(isNormalName(name) && isWithin, `The name ${name}`)
        assert.match(type, /^[A-Z0-9-]+$/)
        assert.notEqual(type, 'SOA')
        assert.ok(Number.isSafeInteger(ttl) && ttl >= 0, `The TTL ${ttl} of ${name}`)
        assert.ok(data.length > 0, `${name} ${type} has no data.`)
      }
      assert.equal(new Set(found.map(recordKey)).size, found.length, 'A key was read twice.')
    },
  },
  {
    id: 'only-keys',
    title: 'only the record sets of the keys are read when there are keys',
    async check(lab) {
      const record = lab.record()
      const beside = lab.record({ name: record.name, type: 'A', data: ['192.0.2.1'] })
      const below = lab.record({ name: `below.${record.name}` })
      for (const each of [record, beside, below]) await lab.create(each)
      const { name } = record
      const keys = [below, { name, type: 'TXT' }, { name, type: 'MX' }, { name: `none.${name}`, type: 'A' }]
      const call = { ...callOptions(), keys: keys.map((key) => ({ name: key.name, type: key.type })) }
      const found = await lab.account.records(lab.zone, call)
      assert.deepEqual(found.map(recordKey).toSorted(), [below, record].map(recordKey).toSorted())
      assert.deepEqual(await lab.account.records(lab.zone, { ...callOptions(), keys: [] }), [])
    },
  },
  {
    id: 'all-pages',
    title: 'all pages are read',
    async check(lab) {
      const { recordSets = 3 } = lab.options
      const records = Array.from({ length: recordSets }, (_, index) => lab.record({ data: [`"number ${index}"`] }))
      for (const record of records) await lab.write(null, record)
      const found = new Map((await lab.readAll()).map((each) => [recordKey(each), each]))
      for (const record of records) assertSame(found.get(recordKey(record)) ?? null, record)
      const keys = records.map(({ name, type }) => ({ name, type }))
      const asked = await lab.account.records(lab.zone, { ...callOptions(), keys })
      assert.equal(asked.length, records.length, `${asked.length} of ${records.length} keys were read`)
    },
  },
]
