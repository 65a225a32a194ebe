import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { DnsError } from '@host/dns'
import type { DnsRecordSet } from '@host/plugin'
import { importRecords } from '../../shared.ts'
import { zoneText } from '../past/zone-text.ts'
import { placeOf } from '../records/record-names.ts'
import { keyText, setOf, valueOf } from '../records/record-set.ts'
import { readProviderSet } from '../records/read-provider-set.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'
import { importedSets } from './imported-sets.ts'

suite('zone files', () => {
  test('an import merges, or replaces what the file lacks; the SOA and NS records of the zone stay', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const member = lab.host.as('member')
    const text = `$TTL 1h
@ IN SOA ns. mail. 1 2 3 4 5
@ IN NS ns9.other.example.
www IN A 192.0.2.9 ; New
api 60 IN AAAA 2001:db8::1`
    const merged = await member.call(importRecords, { id, text, mode: 'merge', title: 'Move' })
    assert.deepEqual([merged.changeset?.title, merged.changeset?.count, merged.problems], ['Move', 2, []])
    const { changeset } = await member.call(importRecords, { id, text, mode: 'replace' })
    assert.ok(changeset)
    assert.equal((await lab.apply(changeset, [acme])).state, 'applied')
    assert.deepEqual(lab.records(), [
      'acme.example 86400 NS ns1.provider.example. | ns2.provider.example.',
      'api.acme.example 60 AAAA 2001:db8::1',
      'www.acme.example 3600 A 192.0.2.9',
    ])
    const { comment, isProxied } = lab.provider.zones.get(acme)?.get({ name: `www.${acme}`, type: 'A' }) ?? {}
    assert.deepEqual([comment, isProxied], ['New', true])
  })

  test('a comment is cut between two characters, and a name that is too long is a problem', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const member = lab.host.as('member')
    const text = `note 60 IN A 192.0.2.1 ; ${'x'.repeat(99)}😀`
    const { changeset } = await member.call(importRecords, { id, text, mode: 'merge' })
    assert.ok(changeset)
    assert.equal((await lab.apply(changeset, [])).state, 'applied')
    const { comment } = lab.provider.zones.get(acme)?.get({ name: `note.${acme}`, type: 'A' }) ?? {}
    assert.equal(comment, 'x'.repeat(99))
    const label = String.raw`\001`.repeat(40)
    const long = `${label}.${label}.${label}.${label} 60 IN A 192.0.2.1`
    const refused = await member.call(importRecords, { id, text: long, mode: 'merge' })
    assert.deepEqual([refused.changeset, refused.problems.length], [null, 1])
    assert.match(refused.problems[0]?.message ?? '', /is longer than \d+ characters/)
  })

  test('records that the zone cannot take are problems of their lines', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const text = `api 60 IN A 192.0.2.1\n\nmail 60 IN CNAME a.example.\nwww 60 IN CNAME a.example.`
    const refused = await lab.host.as('member').call(importRecords, { id, text, mode: 'merge' })
    assert.equal(refused.changeset, null)
    assert.deepEqual(
      refused.problems.map(({ line }) => line),
      [3, 4],
    )
  })

  test('problems of a file have line and column, and nothing is planned', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    const text = 'www 60 IN A 192.0.2.300\n\nother.example. 60 IN A 192.0.2.1\n$INCLUDE more'
    const { changeset, problems } = await lab.host.as('member').call(importRecords, { id, text, mode: 'merge' })
    assert.equal(changeset, null)
    assert.deepEqual(
      problems.map(({ line, column }) => [line, column]),
      [
        [1, 13],
        [3, 1],
        [4, 1],
      ],
    )
  })

  test('a zone survives export and import', () => {
    fc.assert(
      fc.property(zones, (sets) => {
        const records = readBack(zoneText(acme, sets))
        assert.deepEqual(records, sets)
      }),
      { numRuns: 300 },
    )
  })

  test('hostile values of a provider never add a line to an export', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (data, comment) => {
        const given: DnsRecordSet = { name: `x.${acme}`, type: 'TXT', ttl: 60, data: [data], comment }
        const set = readProviderSet(given, acme)
        assert.ok(set)
        try {
          const lines = zoneText(acme, [set]).trimEnd().split('\n')
          assert.equal(lines.length, 2)
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'conflict')
          assert.ok(!(error instanceof DnsError))
        }
      }),
      { numRuns: 500 },
    )
  })
})

function readBack(text: string): readonly DnsRecordSet[] {
  const { records, problems } = importedSets({
    zone: acme,
    text,
    known: new Map(),
    capabilities: { hasComments: true },
  })
  assert.deepEqual(problems, [])
  const sets = [...records].map(([key, value]) => {
    const at = key.lastIndexOf(' ')
    return setOf({ name: key.slice(0, at), type: key.slice(at + 1) }, value)
  })
  return inOrder(sets)
}

function inOrder(sets: readonly DnsRecordSet[]): readonly DnsRecordSet[] {
  return sets.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

const label = fc.stringMatching(/^[a-z0-9_]([a-z0-9-]{0,10}[a-z0-9])?$/)
const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.${acme}`)
const data = fc.oneof(
  fc.record({ type: fc.constant('A'), text: fc.ipV4() }),
  fc.record({ type: fc.constant('AAAA'), text: fc.ipV6() }),
  fc.record({ type: fc.constant('MX'), text: fc.tuple(fc.nat(65_535), name).map(([n, host]) => `${n} ${host}.`) }),
  fc.record({ type: fc.constant('CNAME'), text: name.map((host) => `${host}.`) }),
  fc.record({
    type: fc.constant('TXT'),
    text: fc.string({ unit: 'binary', maxLength: 300 }).map((text) => `"${text.replaceAll(/[^ -~]|["\\]/g, '.')}"`),
  }),
  fc.record({ type: fc.constant('SRV'), text: name.map((host) => `1 2 3 ${host}.`) }),
)
const comment = fc.option(fc.stringMatching(/^[A-Za-z0-9;"()\\$@]([A-Za-z0-9;"()\\ $@é]{0,20}[a-z])?$/), {
  nil: undefined,
})
const set = fc
  .tuple(name, fc.nat(2_147_483_647), fc.array(data, { minLength: 1, maxLength: 4 }), comment)
  .map(([owner, ttl, records, text]): DnsRecordSet | undefined => {
    const type = records[0]?.type ?? 'A'
    const own = records.filter((each) => each.type === type).map((each) => each.text)
    const given = { name: owner, type, ttl, data: own, ...(text !== undefined && { comment: text }) }
    return readProviderSet(given, acme)
  })
const zones = fc.array(set, { maxLength: 20 }).map((sets) => {
  const byKey = new Map(sets.flatMap((each) => (each === undefined ? [] : [[keyText(each), each] as const])))
  return inOrder(
    [...byKey.values()].map(({ name: owner, type, ...value }) => setOf({ name: owner, type }, valueOf(value))),
  )
})
