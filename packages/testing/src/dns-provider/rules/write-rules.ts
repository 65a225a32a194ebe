import assert from 'node:assert/strict'
import type { DnsRecordSet, Problem } from '@host/plugin'
import { failureOf } from '../dns-provider-lab.ts'
import type { DnsProviderRule } from '../dns-provider-rule.ts'

const moved = (record: DnsRecordSet): DnsRecordSet => ({ ...record, data: ['"two"'] })
const foreign = (record: DnsRecordSet): DnsRecordSet => ({ ...record, data: ['"foreign"'] })

/** Rules about writes: each compares, and then sets. */
export const writeRules: readonly DnsProviderRule[] = [
  {
    id: 'changed-meanwhile',
    title: 'a change of records that were changed meanwhile is a conflict, and changes nothing',
    async check(lab) {
      const record = lab.record()
      await lab.create(foreign(record))
      await lab.refuses(lab.write(record, moved(record)), 'conflict')
      await lab.refuses(lab.write(record, null), 'conflict')
      await lab.expect(record, foreign(record))
    },
  },
  {
    id: 'created-meanwhile',
    title: 'a creation where records are is a conflict, and changes nothing',
    async check(lab) {
      const record = lab.record()
      await lab.create(foreign(record))
      await lab.refuses(lab.write(null, record), 'conflict')
      await lab.expect(record, foreign(record))
    },
  },
  {
    id: 'deleted-meanwhile',
    title: 'a change of records that are gone is a conflict, and creates nothing',
    async check(lab) {
      const record = lab.record()
      await lab.refuses(lab.write(record, moved(record)), 'conflict')
      await lab.expect(record, null)
    },
  },
  {
    id: 'one-more-record',
    title: 'a change of records that got one more is a conflict',
    async check(lab) {
      const record = lab.record()
      const grown = { ...record, data: ['"one"', '"foreign"'] }
      await lab.create(grown)
      await lab.refuses(lab.write(record, moved(record)), 'conflict')
      await lab.expect(record, grown)
    },
  },
  {
    id: 'other-ttl',
    title: 'another TTL is a conflict too, and a TTL alone can be changed',
    async check(lab) {
      const record = lab.record({ ttl: lab.ttl(300) })
      const other = { ...record, ttl: lab.ttl(600) }
      await lab.create(other)
      await lab.refuses(lab.write(record, moved(record)), 'conflict')
      await lab.write(other, record)
      await lab.expect(record, record)
    },
  },
  {
    id: 'other-case',
    title: 'host names of records are the same in another case',
    leftOut: ({ capabilities: { types } }) =>
      types === '*' || types.includes('MX') ? undefined : 'The provider has no MX records.',
    async check(lab) {
      const record = lab.record({ type: 'MX', data: ['10 mail.example.net.'] })
      await lab.create({ ...record, data: ['10 Mail.Example.NET.'] })
      const spare = { ...record, data: ['20 mail.example.net.'] }
      await lab.write(record, spare)
      await lab.expect(spare, spare)
    },
  },
  {
    id: 'written-already',
    title: 'a write does nothing where its records are there already',
    async check(lab) {
      const record = lab.record()
      await lab.create(record)
      await lab.write(null, record)
      await lab.write(record, moved(record))
      await lab.write(record, moved(record))
      await lab.expect(record, moved(record))
    },
  },
  {
    id: 'deleted-already',
    title: 'a deletion of records that are gone does nothing',
    async check(lab) {
      const record = lab.record()
      await lab.write(record, null)
      await lab.create(record)
      await lab.write(record, null)
      await lab.write(record, null)
      await lab.expect(record, null)
    },
  },
  {
    id: 'neighbors',
    title: 'a write leaves other types of its name, and other names, as they are',
    async check(lab) {
      const record = lab.record()
      const beside = lab.record({ name: record.name, type: 'A', data: ['192.0.2.1'] })
      const below = lab.record({ name: `below.${record.name}` })
      for (const each of [record, beside, below]) await lab.create(each)
      await lab.write(record, moved(record))
      await lab.write(moved(record), null)
      for (const each of [beside, below]) await lab.expect(each, each)
    },
  },
  {
    id: 'atomic',
    title: 'of several writes at once, one is done and the others are conflicts',
    leftOut: (lab) => (lab.capabilities.isAtomic ? undefined : 'The provider does not refuse lost updates itself.'),
    async check(lab) {
      const record = lab.record()
      await lab.create(record)
      const afters = ['a', 'b', 'c', 'd'].map((text) => ({ ...record, data: [`"${text}"`] }))
      const failures = await Promise.all(afters.map((after) => failureOf(lab.write(record, after))))
      const winners = afters.filter((_, index) => failures[index] === undefined)
      assert.equal(winners.length, 1, `${winners.length} of ${afters.length} writes were done`)
      const codes = failures.filter((error) => error !== undefined).map((error) => (error as Partial<Problem>).code)
      assert.deepEqual(codes, ['conflict', 'conflict', 'conflict'])
      await lab.expect(record, winners[0] ?? null)
    },
  },
  {
    id: 'beyond-capabilities',
    title: 'records beyond the capabilities, or outside the zone, are invalid input',
    async check(lab) {
      const { types, ttl, hasComments, hasProxy } = lab.capabilities
      const record = lab.record()
      const beyond = [
        lab.record({ ttl: ttl.max + 1 }),
        ...(ttl.min > 0 ? [lab.record({ ttl: ttl.min - 1 })] : []),
        ...(types === '*' ? [] : [lab.record({ type: 'TYPE65400', data: ['\\# 1 00'] })]),
        ...(hasComments ? [] : [{ ...record, comment: 'Comment' }]),
        ...(hasProxy ? [] : [lab.record({ type: 'A', data: ['192.0.2.1'], isProxied: true })]),
        lab.record({ name: 'www.outside.example' }),
        lab.record({ type: 'A', data: ['192.0.2.300'] }),
      ]
      for (const each of beyond) await lab.refuses(lab.write(null, each), 'invalid_input')
    },
  },
]
