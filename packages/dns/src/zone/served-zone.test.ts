import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DnsError, encodeName, nameKey, parentOf, type ResourceRecord } from '../index.ts'
import { anyZoneRecord } from '../testing/any-record.ts'
import { buildServedZone, buildServedZoneInSteps } from './build-served-zone.ts'
import { ScannedName } from './scanned-name.ts'
import { ServedZones } from './served-zones.ts'
import { entryFlags, findSet, flagsAt, missing, recordCountOf, setCountAt, ttlOf } from './zone-data.ts'
import { typeCode } from '../type-codes.ts'

const zone = 'example.'
const soa = record(zone, 'SOA', 'ns.example. admin.example. 7 3600 600 86400 300')

function record(name: string, type: string, data: string): ResourceRecord {
  return { name, type, ttl: 3_600, data }
}

function scanned(name: string): ScannedName {
  const scan = new ScannedName()
  assert.ok(scan.scan(encodeName(name), 0))
  return scan
}

test('every name and set of any zone is found, in any case, with the names above, and no other', () => {
  const records = fc.array(anyZoneRecord(zone), { maxLength: 30 })
  fc.assert(
    fc.property(records, fc.array(anyZoneRecord(zone)), (present, others) => {
      const served = buildServedZone(zone, [soa, ...present])
      const names = new Set<string>()
      for (const { name } of [soa, ...present]) {
        for (let above: string | undefined = name; above !== undefined && above !== '.'; above = parentOf(above)) {
          names.add(nameKey(above))
        }
      }
      for (const { name, type, ttl } of present) {
        const entry = served.find(scanned(nameKey(name)), 0)
        const set = findSet(served.data, entry, typeCode(type))
        const wanted = present.filter((one) => nameKey(one.name) === nameKey(name) && one.type === type)
        assert.ok(ttlOf(served.data, set) <= ttl)
        assert.equal(recordCountOf(served.data, set), new Set(wanted.map(({ data }) => data)).size)
      }
      for (const name of names) assert.notEqual(served.find(scanned(name.toUpperCase()), 0), missing, name)
      for (const { name } of others) {
        assert.equal(served.find(scanned(name), 0) !== missing, names.has(nameKey(name)), name)
      }
      assert.equal(served.names, names.size)
    }),
  )
})

test('names above others are entries without sets, and delegations and wildcards are marked', () => {
  const served = buildServedZone(zone, [
    soa,
    record(zone, 'NS', 'ns.example.'),
    record('a.b.c.example.', 'A', '192.0.2.1'),
    record('*.c.example.', 'A', '192.0.2.2'),
    record('cut.example.', 'NS', 'ns.cut.example.'),
    record('ns.cut.example.', 'A', '192.0.2.3'),
  ])
  const flags = (name: string): number => flagsAt(served.data, served.find(scanned(name), 0))
  assert.equal(setCountAt(served.data, served.find(scanned('b.c.example.'), 0)), 0)
  assert.equal(flags('c.example.'), entryFlags.wildcard)
  assert.equal(served.findWildcard(scanned('c.example.'), 0), served.find(scanned('*.c.example.'), 0))
  assert.equal(served.findWildcard(scanned('b.c.example.'), 0), missing)
  assert.equal(flags('example.'), 0)
  assert.equal(flags('cut.example.'), entryFlags.cut)
  assert.equal(flags('ns.cut.example.'), entryFlags.belowCut)
  assert.deepEqual([served.serial, served.negativeTtl, served.records, served.names], [7, 300, 6, 7])
})

test('a zone that no server may have is refused with a sentence about the record', () => {
  const refused = (...records: readonly ResourceRecord[]): string => {
    try {
      buildServedZone(zone, records)
      return 'served'
    } catch (error) {
      return error instanceof DnsError ? error.message : String(error)
    }
  }
  const cname = record('www.example.', 'CNAME', 'a.example.')
  const other = record(zone, 'SOA', 'ns.example. admin.example. 8 3600 600 86400 300')
  assert.equal(refused(), '"example." needs one SOA record.')
  assert.equal(refused(soa, other), '"example." needs one SOA record.')
  assert.equal(refused(soa, { ...soa, name: 'a.example.' }), `The SOA record of "a.example." isn't at the zone's name.`)
  assert.equal(refused(soa, record('a.test.', 'A', '192.0.2.1')), `The A record of "a.test." isn't in the zone.`)
  assert.match(refused(soa, cname, record('www.example.', 'TXT', '"a"')), /a CNAME record beside others/)
  assert.match(refused(soa, cname, record('WWW.example.', 'CNAME', 'b.example.')), /several CNAME records/)
  assert.match(refused(soa, record('d.example.', 'DNAME', 'a.test.')), /the server does not support/)
  for (const ttl of [-1, 0.5, 2 ** 31, Number.NaN]) assert.match(refused({ ...soa, ttl }), /has a wrong TTL/)
  assert.match(refused(soa, record('d.example.', 'ANY', '\\# 0')), /a type of messages/)
  const many = Array.from({ length: 300 }, (_, index) => record(zone, 'TXT', `"${index}${'x'.repeat(250)}"`))
  assert.match(refused(soa, ...many), /too large for a message/)
  const tooMany = (function* all() {
    yield soa
    for (let index = 0; index < 100_000; index += 1) yield record(zone, 'A', '192.0.2.1')
  })()
  assert.throws(() => buildServedZone(zone, tooMany), /more than 100,000 records/)
})

test('a record takes at most 100 bytes of data and index', () => {
  const records = Array.from({ length: 10_000 }, (_, index) => record(`host-${index}.example.`, 'A', '192.0.2.1'))
  const served = buildServedZone(zone, [soa, ...records])
  assert.ok(served.bytes / served.records < 100, `${served.bytes / served.records}`)
})

test('a large zone is built between other work, and is the same', async () => {
  const records = [
    soa,
    ...Array.from({ length: 10_000 }, (_, index) => record(`h${index}.x.example.`, 'A', '192.0.2.1')),
  ]
  let turns = 0
  const count = setInterval(() => (turns += 1), 1)
  const served = await buildServedZoneInSteps(zone, records)
  clearInterval(count)
  assert.ok(turns > 0)
  assert.ok(Buffer.from(served.data).equals(buildServedZone(zone, records).data))
  await assert.rejects(buildServedZoneInSteps(zone, [soa, soa, record('a.test.', 'A', '192.0.2.1')]), DnsError)
})

test('the zone with the longest name is found, and replaced and removed by its name', () => {
  const zones = new ServedZones()
  const named = (name: string, serial: number) =>
    buildServedZone(name, [record(name, 'SOA', `ns.test. a.test. ${serial} 3600 600 86400 300`)])
  for (const name of ['example.', 'a.example.', 'test.']) zones.set(named(name, 1))
  const serialOf = (name: string): string => {
    const found = zones.find(scanned(name))
    return found === undefined ? 'none' : `${Buffer.from(found.apex).toString('latin1').length}:${found.serial}`
  }
  assert.deepEqual(['example.', 'B.A.example.', 'ba.EXAMPLE.', 'org.', '.'].map(serialOf), [
    '9:1',
    '11:1',
    '9:1',
    'none',
    'none',
  ])
  zones.set(named('A.example.', 2))
  assert.deepEqual([serialOf('a.example.'), zones.size], ['11:2', 3])
  assert.equal(zones.findParent(scanned('a.example.'))?.apexLabels, 1)
  zones.delete('a.EXAMPLE.')
  zones.delete('unknown.')
  assert.deepEqual([serialOf('a.example.'), zones.size, zones.get('a.example.')], ['9:1', 2, undefined])
  zones.set(named('.', 3))
  assert.equal(serialOf('org.'), '1:3')
})
