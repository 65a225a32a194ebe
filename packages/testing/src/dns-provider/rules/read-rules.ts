import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { DnsRecordKey } from '@host/plugin'
import { assertSame, callOptions, type DnsProviderLab } from '../dns-provider-lab.ts'
import type { DnsProviderRule } from '../dns-provider-rule.ts'
import { recordKey } from '../same-record-set.ts'

/** A label in its normal form: bytes that are not printable have a backslash. */
const normalLabel = /^(?:[!-\-/-@[\]-~]|\\\d{3}|\\\D)+$/

function isNormalName(name: string): boolean {
  // A dot behind a backslash is within its label.
  return name.split(/(?<!\\)\./).every((label) => normalLabel.test(label))
}

/** Read-only record sets that are written to. */
const mostRefused = 3

/** Asserts that a read-only record set is read by its key, and is the same after a write. */
async function refuseWrite(lab: DnsProviderLab, key: DnsRecordKey): Promise<void> {
  const read = async () => await lab.account.records(lab.zone, { ...callOptions(), keys: [key] })
  const before = await read()
  assert.deepEqual(before.readOnly.map(recordKey), [recordKey(key)])
  assert.deepEqual(before.sets, [])
  const change = { ...key, before: null, after: lab.record(key) }
  await lab.refuses(lab.account.write(lab.zone, change, callOptions()), 'invalid_input')
  assert.deepEqual(await read(), before)
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
      const { sets: found } = await lab.readAll()
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
      const { sets: found } = await lab.account.records(lab.zone, call)
      assert.deepEqual(found.map(recordKey).toSorted(), [below, record].map(recordKey).toSorted())
      assert.deepEqual((await lab.account.records(lab.zone, { ...callOptions(), keys: [] })).sets, [])
    },
  },
  {
    id: 'all-pages',
    title: 'all pages are read',
    async check(lab) {
      const { recordSets = 3 } = lab.options
      const records = Array.from({ length: recordSets }, (_, index) => lab.record({ data: [`"number ${index}"`] }))
      for (const record of records) await lab.write(null, record)
      const found = new Map((await lab.readAll()).sets.map((each) => [recordKey(each), each]))
      for (const record of records) assertSame(found.get(recordKey(record)) ?? null, record)
      const keys = records.map(({ name, type }) => ({ name, type }))
      const { sets: asked } = await lab.account.records(lab.zone, { ...callOptions(), keys })
      assert.equal(asked.length, records.length, `${asked.length} of ${records.length} keys were read`)
    },
  },
  {
    id: 'read-only',
    title:
      'record sets that can only be shown are read with their content and a reason, and writes of them are refused',
    async check(lab) {
      const { sets, readOnly } = await lab.readAll()
      const keys = readOnly.map(recordKey)
      const hidden = (lab.options.readOnly ?? []).map(recordKey).filter((key) => !keys.includes(key))
      assert.deepEqual(hidden, [], 'Record sets are hidden.')
      assert.equal(new Set([...sets.map(recordKey), ...keys]).size, sets.length + keys.length, 'A key was read twice.')
      for (const { name, type, content, reason } of readOnly) {
        const isWithin = name === lab.zone.name || name.endsWith(`.${lab.zone.name}`)
        assert.ok(isNormalName(name) && isWithin, `The name ${name}`)
        assert.match(type, /^[A-Z0-9_-]{1,20}$/)
        assert.ok(content.length > 0 && content.every((line) => line !== ''), `${name} ${type} has no content.`)
        assert.ok(typeof reason === 'string' ? reason : reason.en && reason.zh, `${name} ${type} has no reason.`)
      }
      for (const { name, type } of readOnly.slice(0, mostRefused)) await refuseWrite(lab, { name, type })
    },
  },
]
