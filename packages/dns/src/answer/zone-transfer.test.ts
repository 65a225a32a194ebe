import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeMessage, type MessageRecord, type ResourceRecord } from '../index.ts'
import { anyZoneRecord } from '../testing/any-record.ts'
import { linesOf, plainQuery, queryFor } from '../testing/served-zone-file.ts'
import { aliasEntry } from '../zone/alias-entry.ts'
import { buildServedZone } from '../zone/build-served-zone.ts'
import { zoneTransfer } from './zone-transfer.ts'

const zone = 'example.'
const soa: ResourceRecord = {
  name: zone,
  type: 'SOA',
  ttl: 60,
  data: 'ns.example. admin.example. 7 3600 600 86400 300',
}

function received(messages: Iterable<Buffer>): MessageRecord[] {
  return Array.from(messages, (bytes) => decodeMessage(bytes)).flatMap(({ answers }) => answers)
}

test('a transfer has every record of any zone once, in the case in which it was written, between two SOA records', () => {
  fc.assert(
    fc.property(fc.array(anyZoneRecord(zone), { maxLength: 40 }), (drawn) => {
      const served = buildServedZone(zone, [soa, ...drawn])
      const records = received(zoneTransfer(served, queryFor(zone, 'AXFR')))
      assert.deepEqual([records[0]?.type, records.at(-1)?.type, records.length], ['SOA', 'SOA', served.records + 1])
      const wanted = new Set(drawn.map(({ name, type, data }) => `${name} ${type} ${data}`.toLowerCase()))
      const found = records.slice(1, -1).map(({ name, type, data }) => `${name} ${type} ${data}`.toLowerCase())
      assert.deepEqual([...found].toSorted(), [...wanted].toSorted())
    }),
  )
  const mixed = buildServedZone(zone, [soa, { name: 'WwW.example.', type: 'A', ttl: 60, data: '192.0.2.1' }])
  assert.equal(received(zoneTransfer(mixed, plainQuery(zone, 'AXFR')))[1]?.name, 'WwW.example.')
})

test('messages have about 16 KB, repeat the id and the question, and leave room for signatures', () => {
  const hosts = Array.from({ length: 3_000 }, (_, index) => {
    return { name: `host-${index}.example.`, type: 'TXT', ttl: 60, data: `"number ${index}"` }
  })
  const texts = Array.from({ length: 240 }, (_, index) => {
    return { name: 'big.example.', type: 'TXT', ttl: 60, data: `"${index} ${'x'.repeat(240)}"` }
  })
  const served = buildServedZone(zone, [soa, ...hosts, ...texts])
  const messages = [...zoneTransfer(served, plainQuery(zone, 'AXFR'), { reserve: 100 })]
  const sizes = messages.map(({ length }) => length)
  assert.equal(sizes.filter((size) => size > 16_000).length, 1)
  assert.ok(messages.length > 6 && sizes.every((size) => size <= 65_435), sizes.join(' '))
  for (const message of messages) {
    const { id, isTruncated, isAuthoritative, questions } = decodeMessage(message)
    assert.deepEqual([id, isTruncated, isAuthoritative, questions.length], [4_711, false, true, 1])
  }
  assert.equal(received(messages).length, served.records + 1)
})

test('a transfer has the addresses of an ALIAS, and a client with the current version gets the SOA record alone', () => {
  const served = buildServedZone(zone, [soa]).withAlias(aliasEntry({ ttl: 30, ipv4: ['192.0.2.1'], ipv6: [] }))
  const soaLine = `example. 60 SOA ${soa.data}`
  const records = received(zoneTransfer(served, queryFor(zone, 'AXFR')))
  assert.deepEqual(linesOf(records), [soaLine, 'example. 30 A 192.0.2.1', soaLine])
  const own = buildServedZone(zone, [soa, { name: zone, type: 'A', ttl: 60, data: '192.0.2.7' }])
  const unknown = buildServedZone(zone, [soa]).withAlias(aliasEntry({ ttl: 30, ipv4: undefined, ipv6: undefined }))
  assert.equal(received(zoneTransfer(unknown, queryFor(zone, 'AXFR'))).length, 2)
  const alias = aliasEntry({ ttl: 30, ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] })
  assert.deepEqual(
    received(zoneTransfer(own.withAlias(alias), queryFor(zone, 'AXFR'))).map(({ data }) => data),
    [soa.data, '192.0.2.7', '2001:db8::1', soa.data],
  )
  const current = received(zoneTransfer(served, queryFor(zone, 'IXFR'), { isCurrent: true }))
  assert.deepEqual(linesOf(current), [soaLine])
})
