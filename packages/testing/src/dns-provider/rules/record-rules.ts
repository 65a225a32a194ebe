import type { DnsCapabilities, DnsRecordSet } from '@host/plugin'
import { assertSame, type DnsProviderLab } from '../dns-provider-lab.ts'
import type { DnsProviderRule } from '../dns-provider-rule.ts'
import { recordSamples, type RecordSample } from '../record-samples.ts'

/** Rules about the record sets that a provider stores. */
export function recordRules({ types }: DnsCapabilities): readonly DnsProviderRule[] {
  const samples = Object.entries(recordSamples).filter(([type]) => types === '*' || types.includes(type))
  return [...samples.map(([type, sample]) => typeRule(type, sample)), ...formRules]
}

function typeRule(type: string, { data, changed, prefix }: RecordSample): DnsProviderRule {
  return {
    id: `type-${type.toLowerCase()}`,
    title: `${type} records are created, read, changed and deleted`,
    async check(lab) {
      const record = lab.record({ name: lab.name(prefix), type, data })
      if (type === 'DS') await lab.create({ ...record, type: 'NS', data: ['ns1.example.net.'] })
      await lab.create(record)
      assertSame(
        (await lab.readAll()).sets.find((each) => each.name === record.name && each.type === type) ?? null,
        record,
      )
      await replace(lab, record, { ...record, data: changed })
    },
  }
}

async function replace(lab: DnsProviderLab, before: DnsRecordSet, after: DnsRecordSet): Promise<void> {
  await lab.write(before, after)
  await lab.expect(after, after)
  await lab.write(after, null)
  await lab.expect(after, null)
}

const many = Array.from({ length: 20 }, (_, index) => `192.0.2.${index + 1}`)

const formRules: readonly DnsProviderRule[] = [
  {
    id: 'wildcard',
    title: 'a name may begin with an asterisk, and other names below it have no record sets of their own',
    async check(lab) {
      const name = lab.name()
      await lab.create(lab.record({ name: `*.${name}` }))
      await lab.expect({ name: `other.${name}`, type: 'TXT' }, null)
    },
  },
  {
    id: 'apex',
    title: 'the name of the zone has record sets as other names have',
    async check(lab) {
      const key = { name: lab.zone.name, type: 'TXT' }
      const before = await lab.remember(key)
      const after = lab.record({ ...before, ...key, data: [...(before?.data ?? []), '"host-test"'] })
      await lab.write(before, after)
      await lab.expect(key, after)
      await lab.write(after, before)
      await lab.expect(key, before)
    },
  },
  {
    id: 'several',
    title: 'a record set has many records, in any order',
    async check(lab) {
      const record = lab.record({ type: 'A', data: many })
      await lab.create(record)
      await replace(lab, { ...record, data: many.toReversed() }, { ...record, data: many.slice(5) })
    },
  },
  {
    id: 'long-text',
    title: 'a text of more than 255 bytes keeps its pieces',
    async check(lab) {
      const data = [`"${'k'.repeat(255)}" "${'l'.repeat(150)}"`, `"${'m'.repeat(255)}" "${'n'.repeat(255)}" "o"`]
      const record = lab.record({ data })
      await lab.create(record)
      await replace(lab, record, { ...record, data: data.slice(1) })
    },
  },
  {
    id: 'quoted-text',
    title: 'quotes, backslashes, semicolons, spaces and bytes beyond ASCII of a text are kept',
    async check(lab) {
      const data = [String.raw`"a \"b\" \\ c; d=e  f"`, String.raw`"\195\164"`, '"<&>\' %41 $x @ (y)"']
      const record = lab.record({ data })
      await lab.create(record)
      await replace(lab, record, { ...record, data: data.slice(0, 1) })
    },
  },
  {
    id: 'ttl-bounds',
    title: 'the lowest and the highest TTL are kept',
    async check(lab) {
      const { min, max } = lab.capabilities.ttl
      const record = lab.record({ ttl: min })
      await lab.create(record)
      await replace(lab, record, { ...record, ttl: max })
    },
  },
  {
    id: 'comment',
    title: 'a comment is kept, changed and removed',
    leftOut: (lab) => (lab.capabilities.hasComments ? undefined : 'The provider has no comments.'),
    async check(lab) {
      const record = lab.record({ comment: 'Ticket 7: "spare" & <main>' })
      await lab.create(record)
      const moved = { ...record, data: ['"two"'] }
      await lab.write(record, moved)
      await lab.expect(moved, moved)
      await replace(lab, moved, { ...moved, comment: '' })
    },
  },
  {
    id: 'proxy',
    title: 'the proxy is switched on, kept and switched off',
    leftOut: (lab) => (lab.capabilities.hasProxy ? undefined : 'The provider has no proxy.'),
    async check(lab) {
      const record = lab.record({ type: 'A', data: ['192.0.2.1'], isProxied: true })
      await lab.create(record)
      const moved = { ...record, data: ['192.0.2.2'] }
      await lab.write(record, moved)
      await lab.expect(moved, moved)
      await replace(lab, moved, { ...moved, isProxied: false })
    },
  },
]
