import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DnsError } from '../dns-error.ts'
import { compareNames } from '../names.ts'
import { anyName, anyZoneRecord } from '../testing/any-record.ts'
import { readZoneFile, type ZoneRecord } from './read-zone-file.ts'
import { sortKey } from './sort-key.ts'
import { writeZoneFile } from './write-zone-file.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 20_000 : 200
const zone = 'example.com.'
const limits = { origin: zone, maxBytes: 64_000_000, maxRecords: 100_000 }

const record = (name: string, type: string, data: string): ZoneRecord => ({
  name,
  ttl: 300,
  type,
  data,
})

test('a zone is written in columns, its SOA and NS first, then in canonical order', () => {
  const text = writeZoneFile(zone, [
    record('z.example.com.', 'A', '192.0.2.3'),
    { ...record('a.z.example.com.', 'TXT', '"a;b"'), comment: 'note; it' },
    record('example.com.', 'A', '192.0.2.1'),
    record('B.example.com.', 'AAAA', '2001:db8::1'),
    record('example.com.', 'NS', 'ns.example.com.'),
    { ...record('example.com.', 'SOA', 'ns.example.com. me.example.com. 1 2 3 4 5'), ttl: 3_600 },
  ])
  assert.equal(
    text,
    `$ORIGIN example.com.
@   3600 IN SOA  ns.example.com. me.example.com. 1 2 3 4 5
@    300 IN NS   ns.example.com.
@    300 IN A    192.0.2.1
B    300 IN AAAA 2001:db8::1
z    300 IN A    192.0.2.3
a.z  300 IN TXT  "a;b" ; note; it
`,
  )
})

const sorted = (records: readonly ZoneRecord[]): string[] => records.map((each) => JSON.stringify(each)).toSorted()
const normal = ({ name, ttl, type, data, comment }: ZoneRecord): ZoneRecord => ({
  name,
  ttl,
  type,
  data,
  ...(comment !== undefined && { comment }),
})

test('every zone reads back as the records and comments that were written', () => {
  fc.assert(
    fc.property(fc.array(anyZoneRecord(zone), { maxLength: 8 }), (records) => {
      const text = writeZoneFile(zone, records)
      const { records: found, problems } = readZoneFile(text, limits)
      assert.deepEqual(problems, [])
      assert.deepEqual(sorted(found.map(normal)), sorted(records.map(normal)))
      assert.equal(writeZoneFile(zone, found), text)
    }),
    { numRuns },
  )
})

test('no comment, name or data adds a line or a record', () => {
  const end = ['\n', '\r', '\u2028', '\u2029', '\u0085', '\0', '\v', '\f', '\u007f']
  const injection = 'x 1 A 192.0.2.66'
  for (const mark of end) {
    for (const bad of [
      { ...record('a.example.com.', 'A', '192.0.2.1'), comment: `note${mark}${injection}` },
      record('a.example.com.', 'TXT', `"note${mark}${injection}"`),
      record('a.example.com.', 'A', `192.0.2.1${mark}${injection}`),
      record(`a${mark}.example.com.`, 'A', '192.0.2.1'),
      record('a.example.com.', `A${mark}`, '192.0.2.1'),
    ]) {
      assert.throws(() => writeZoneFile(zone, [bad]), DnsError, JSON.stringify(bad))
    }
  }
  for (const bad of [
    record('a.example.com.', 'A', '192.0.2.1 ; note'),
    record('a.example.com.', 'TXT', 'no quotes'),
    record('a.example.com.', 'TXT', '"a" ; "b"'),
    record('example.org.', 'A', '192.0.2.1'),
    record('a', 'A', '192.0.2.1'),
    { ...record('a.example.com.', 'A', '192.0.2.1'), comment: ' spaces ' },
    { ...record('a.example.com.', 'A', '192.0.2.1'), comment: '\ud800' },
    { ...record('a.example.com.', 'A', '192.0.2.1'), ttl: -1 },
    { ...record('a.example.com.', 'A', '192.0.2.1'), ttl: 1.5 },
  ]) {
    assert.throws(() => writeZoneFile(zone, [bad]), DnsError, JSON.stringify(bad))
  }
})

test('RFC 4034 §6.1 sort keys order names as their labels do', () => {
  const names = ['example.', 'a.example.', 'yljkjljk.a.example.', 'Z.a.example.', 'zABC.a.EXAMPLE.', 'z.example.']
  names.push('\\001.z.example.', '*.z.example.', '\\200.z.example.')
  assert.deepEqual(
    names.toReversed().toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
    names,
  )
  fc.assert(
    fc.property(anyName(zone), anyName(zone), (one, other) => {
      const order = Math.sign(compareNames(one, other))
      assert.equal(sortKey(one) === sortKey(other) ? 0 : sortKey(one) < sortKey(other) ? -1 : 1, order)
    }),
    { numRuns },
  )
})
