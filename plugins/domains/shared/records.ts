import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { RecordCheck } from './checks.ts'
import { domainLimits } from './limits.ts'
import { Planned, planErrors, planTexts } from './plans.ts'
import { Watch } from './watches.ts'
import { RecordKey, RecordSet, WantedSet } from './record-sets.ts'

const Owner = z.object({
  plugin: z.string(),
  note: z.nullable(z.string()),
})

const Takeover = z.object({ by: z.object({ id: z.string(), name: z.nullable(z.string()) }), at: z.string() })

const ListedSet = z.object({
  ...RecordSet.shape,
  shownName: z.string().check(z.describe('The name as people read it, in Unicode.')),
  owner: z.nullable(Owner).check(z.describe('The feature that manages it.')),
  foreignOwner: z.nullable(z.string()).check(z.describe('The tool outside that manages it, by its mark in the zone.')),
  takeover: z
    .nullable(Takeover)
    .check(z.describe('Who took it over from that tool; null makes a record set of a tool outside read-only.')),
  watch: z.nullable(Watch).check(z.describe('Its background check; null when it is not watched.')),
})

/** A record set with its owners. */
export type ListedRecordSet = z.infer<typeof ListedSet>

const Moment = z.iso.datetime({ offset: true })

const Difference = z.object({
  name: z.string(),
  type: z.string(),
  before: z.nullable(RecordSet),
  after: z.nullable(RecordSet),
})

const Problem = z.object({
  line: z.int().check(z.describe('Counted from 1.')),
  column: z.int().check(z.describe('Counted from 1.')),
  message: z.string(),
})

/** A problem of a zone file. */
export type ZoneFileProblem = z.infer<typeof Problem>

export const listRecords = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/records',
  input: listInput({
    sort: ['name', 'type', 'ttl'],
    filters: {
      type: z.string().check(z.maxLength(20), z.describe('Record sets of this type only.')),
      name: z.string().check(z.maxLength(400), z.describe('Record sets of this whole name only.')),
    },
    search: true,
  }),
  output: pageOf(ListedSet),
  summary: 'List the record sets of a zone, as they were last read',
  mcp: {
    name: 'records',
    description:
      'Lists the record sets of a DNS zone with the state of their background checks; search their names and data with `q`.',
  },
})

const ReadOnlySet = z.object({
  name: z.string().check(z.describe('The whole name, with A-labels and without a dot at the end.')),
  shownName: z.string().check(z.describe('The name as people read it, in Unicode.')),
  type: z.string().check(z.describe('As the provider calls it.')),
  content: z.array(z.string()).check(z.describe('What it holds, line by line, for people.')),
  reason: z.string().check(z.describe("Why it can't be changed here.")),
})

/** A record set that the provider only shows. */
export type ReadOnlyRecordSet = z.infer<typeof ReadOnlySet>

export const listReadOnlyRecords = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/read-only-records',
  input: listInput({ sort: ['name'], search: true }),
  output: pageOf(ReadOnlySet),
  summary: 'List the record sets of a zone that only its provider can change',
  mcp: {
    name: 'read_only_records',
    description:
      'Lists the record sets of a DNS zone that only its provider can change, such as aliases and routing policies. Plans that touch them are refused.',
  },
})

export const planRecords = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/plan',
  input: z.strictObject({
    ...planTexts,
    set: z.optional(z.array(WantedSet).check(z.maxLength(domainLimits.edits))),
    delete: z.optional(z.array(RecordKey).check(z.maxLength(domainLimits.edits))),
  }),
  output: Planned,
  audit: 'dns_zone.change_planned',
  structureLimit: 500_000,
  bodyLimit: 4 * 1024 * 1024,
  summary: 'Plan a change of record sets, for an admin to approve',
  description: 'Nothing changes until the plan is approved and applied: `POST /api/changesets/{id}/apply`.',
  errors: planErrors,
  mcp: {
    name: 'plan_records',
    description:
      'Plans a change of DNS records: record sets to set, each as a whole, and record sets to delete. Nothing changes until an admin approves the plan.',
  },
})

export const checkRecord = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/check',
  input: RecordKey,
  output: RecordCheck,
  // Changes nothing.
  audit: false,
  summary: 'Ask every name server of a zone for a record set now',
  description:
    'The servers are those that the parent zone delegates to, asked without a cache. A proxied record set is right when they answer with addresses of the provider.',
  errors: ['too_many_requests'],
  mcp: {
    name: 'check_record',
    description:
      'Asks every name server of a DNS zone for one record set now. Answers its state at each server, and whether caches still have earlier records. Changes nothing.',
  },
})

export const takeOverRecord = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/takeover',
  input: RecordKey,
  output: nothing,
  role: 'admin',
  audit: 'dns_zone.record_taken_over',
  summary: 'Take over a record set from the tool outside that manages it',
  description: 'The record set can be edited afterwards. The mark of the tool stays in the zone.',
  errors: ['conflict'],
  mcp: {
    name: 'take_over_record',
    description:
      'Takes over a DNS record set from the tool outside that manages it, so that plans can change it. The tool may change it back.',
    approval: true,
  },
})

export const handBackRecord = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/hand-back',
  input: RecordKey,
  output: nothing,
  role: 'admin',
  audit: 'dns_zone.record_handed_back',
  summary: 'Hand a record set back to the tool outside that manages it',
  description: 'The record set is read-only afterwards, and waiting plans of the zone are stale.',
  errors: ['target_busy'],
  mcp: {
    name: 'hand_back_record',
    description: 'Hands a DNS record set back to the tool outside that manages it. It is read-only afterwards.',
    approval: true,
  },
})

/** Whether record sets that a file lacks are deleted. */
export const importModes = ['merge', 'replace'] as const

export const importRecords = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/import',
  input: z.strictObject({
    ...planTexts,
    text: z
      .string()
      .check(z.minLength(1), z.maxLength(domainLimits.zoneFile), z.describe('A zone file, in the format of BIND.')),
    mode: z
      .enum(importModes)
      .check(z.describe('`merge` keeps record sets that the file lacks, `replace` deletes them.')),
  }),
  output: z.object({
    ...Planned.shape,
    problems: z.array(Problem).check(z.describe('Nothing is planned while there are any; at most 100.')),
    hasMoreProblems: z.boolean(),
  }),
  audit: 'dns_zone.change_planned',
  bodyLimit: 2 * domainLimits.zoneFile,
  structureLimit: 10_000,
  summary: 'Plan the import of a zone file',
  description: "The SOA record, and the zone's own NS records, are left out.",
  errors: planErrors,
  mcp: {
    name: 'import_zone',
    description:
      'Plans the import of a zone file into a DNS zone. Answers the problems of the file with line and column, or the plan that an admin approves.',
  },
})

export const exportRecords = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/export',
  input: z.strictObject({ at: z.optional(Moment).check(z.describe('A past moment; now when left out.')) }),
  output: nothing,
  answers: { 200: { description: 'The zone file.', content: { type: 'text/plain' } } },
  support: false,
  summary: 'Download a zone as a zone file, now or as of a moment',
})

export const readZoneAt = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/past',
  input: z.strictObject({ at: Moment }),
  output: z.object({ at: z.string(), records: z.array(RecordSet) }),
  summary: 'Get the record sets of a zone as they were at a moment',
  errors: ['target_busy', 'service_unavailable'],
})

export const diffZone = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/diff',
  input: z.strictObject({
    from: Moment.check(z.describe('The earlier moment.')),
    to: z.optional(Moment).check(z.describe('Now when left out.')),
  }),
  output: z.object({ changes: z.array(Difference) }),
  summary: 'Compare the record sets of a zone at two moments',
  errors: ['target_busy', 'service_unavailable'],
  mcp: { name: 'zone_diff', description: 'Lists the record sets of a DNS zone that differ between two moments.' },
})
