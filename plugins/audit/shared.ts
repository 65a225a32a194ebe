import * as z from 'zod/mini'
import { auditRetention, endpointsWith, nothing } from '@host/plugin/wire'

const defineEndpoint = endpointsWith(z.toJSONSchema)

/** More entries than this are not exported in one file. */
export const mostExported = 100_000
/** Entries are counted up to here. */
export const mostCounted = 10_000

/** Entries that a report of activity looks at. */
export const mostReported = 100_000
/** For how many days activity is reported. */
export const activitySpans = [7, 30, 90] as const

/** For how many days entries may be kept. */
export const retentionBounds = auditRetention

/** What can do something. */
export const actorKinds = ['user', 'token', 'agent', 'host', 'anonymous'] as const

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
/** A moment with its zone; what comes out is in UTC, as entries are kept, from the year 1 to 9999. */
const Moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.pipe(
    z.transform((text: string) => new Date(text).toISOString()),
    z.string().check(z.regex(/^(?!0000)\d{4}-/)),
  ),
)

/** Which entries; every wish narrows the list down. */
export const EntryFilter = z.strictObject({
  action: z
    .optional(Text)
    .check(z.describe('One action such as `member.invited`, or `member` for whatever happened to members.')),
  actor: z
    .optional(Text)
    .check(
      z.describe(
        'Who did it: the id or the email address of a user, the id of an API token, or a kind such as `token` or `agent`.',
      ),
    ),
  target: z.optional(Text).check(z.describe('One record such as `user:usr_01h…`, or `user` for all of them.')),
  from: z.optional(Moment).check(z.describe('Not before this time, with its zone.')),
  to: z.optional(Moment).check(z.describe('Before this time, with its zone.')),
  requestId: z.optional(Text).check(z.describe('What one request did, by the id in its answer.')),
})

const ListInput = z.extend(EntryFilter, {
  limit: z
    .optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1)))
    .check(
      z.describe(
        'At most this many items, 50 when left out. A filter that few entries fit may answer fewer, or none, and a `nextCursor` to continue with.',
      ),
    ),
  cursor: z.optional(z.string().check(z.maxLength(100))).check(z.describe('The `nextCursor` of the page before.')),
  total: z
    .optional(z.boolean())
    .check(z.describe('Whether to count what matches: up to 10,000, among the newest 100,000 entries.')),
})
const ExportInput = z.extend(EntryFilter, { format: z.enum(['csv', 'json']) })

const Values = z.nullable(z.record(z.string(), z.unknown()))
const ListedEntry = z.object({
  id: z.string(),
  sequence: z.nullable(z.number()).check(z.describe('Its place in the sealed chain; null until it is sealed.')),
  action: z.string(),
  actor: z.object({
    kind: z.enum(actorKinds),
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    tokenId: z.nullable(z.string()).check(z.describe('The API token that acted in the name of this user.')),
    tokenName: z.nullable(z.string()).check(z.describe('What the token is called; null once it is deleted.')),
  }),
  target: z.nullable(z.string()),
  address: z.nullable(z.string()),
  at: z.string(),
})
const Entry = z.extend(ListedEntry, {
  before: Values,
  after: Values,
  plugin: z.string(),
  endpoint: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
const EntryList = z.object({
  items: z.array(ListedEntry),
  nextCursor: z.nullable(z.string()),
  total: z.optional(z.number()),
})

/** For how many days entries are kept. */
export const Retention = z.strictObject({
  days: z
    .int()
    .check(z.gte(auditRetention.least), z.lte(auditRetention.most), z.describe('Days until an entry is removed.')),
})

/** The time zone is one of the IANA database; days begin where the reader is. */
const ActivityInput = z.strictObject({
  days: z
    ._default(z.coerce.number<number | string>().check(z.gte(1), z.lte(90), z.multipleOf(1)), 30)
    .check(z.describe('How many days, today among them.')),
  timeZone: z._default(
    z.string().check(
      z.maxLength(64),
      z.refine((zone) => isTimeZone(zone), { error: 'Name a time zone such as Europe/Berlin.' }),
      z.describe('A name of the IANA time zone database: where days begin.'),
    ),
    'UTC',
  ),
})
const Activity = z.object({
  items: z
    .array(z.object({ day: z.string(), count: z.number() }))
    .check(z.describe('The oldest day first, today last.')),
  before: z.number().check(z.describe('Entries of the equally long time before.')),
  isCut: z
    .boolean()
    .check(
      z.describe('Whether there were more entries than a report looks at, so that the oldest days count too few.'),
    ),
})

export type AuditActivity = z.infer<typeof Activity>
export type AuditEntry = z.infer<typeof Entry>
export type ListedAuditEntry = z.infer<typeof ListedEntry>
export type AuditFilter = z.infer<typeof EntryFilter>

/** The entry that the examples show. */
const exampleEntry: ListedAuditEntry = {
  id: 'aud_01h455vb4pex5vsknk084sn02q',
  sequence: 4211,
  action: 'member.role_changed',
  actor: { kind: 'user', id: 'usr_01h455vb4pex5vsknk084sn02q', name: 'Ada', tokenId: null, tokenName: null },
  target: 'user:usr_01h455vb4pex5vsknk084sn02r',
  address: '203.0.113.7',
  at: '2026-01-31T08:15:00.000Z',
}

export const listEntries = defineEndpoint({
  pattern: 'GET /api/audit',
  input: ListInput,
  output: EntryList,
  role: 'admin',
  summary: 'List the audit log of this workspace, newest first',
  mcp: {
    name: 'list_entries',
    description:
      'Lists what was done in this workspace, newest first: who, what, when and to which record. Narrow it down by action, actor, target or time; read one entry to see what was changed.',
  },
  examples: [
    {
      title: 'What one person did since a moment',
      input: { actor: 'usr_01h455vb4pex5vsknk084sn02q', from: '2026-01-01T00:00:00Z', limit: 50 },
      output: {
        items: [exampleEntry],
        nextCursor: null,
      },
    },
  ],
})

export const readActivity = defineEndpoint({
  pattern: 'GET /api/audit/activity',
  input: ActivityInput,
  output: Activity,
  role: 'admin',
  summary: 'Count the entries of the last days, day by day',
  mcp: {
    name: 'read_activity',
    description:
      'Counts the entries of the audit log day by day, with the equally long time before. Use it to see how busy a workspace was, rather than listing entries.',
  },
  examples: [
    {
      input: { days: 2, timeZone: 'Europe/Berlin' },
      output: {
        items: [
          { day: '2026-01-30', count: 18 },
          { day: '2026-01-31', count: 7 },
        ],
        before: 31,
        isCut: false,
      },
    },
  ],
})

export const readEntry = defineEndpoint({
  pattern: 'GET /api/audit/entries/{id}',
  input: nothing,
  output: Entry,
  role: 'admin',
  summary: 'Read an entry of the audit log with what was changed',
  mcp: {
    name: 'read_entry',
    description:
      'Reads one entry of the audit log with the values before and after the change. Takes an id from the list of entries.',
  },
  examples: [
    {
      input: undefined,
      output: {
        ...exampleEntry,
        before: { name: 'Grace', role: 'member' },
        after: { name: 'Grace', role: 'admin' },
        plugin: 'workspaces',
        endpoint: 'PATCH /api/members/{userId}',
        userAgent: 'Mozilla/5.0',
        requestId: '01h455vb4pex5vsknk084sn02q',
      },
    },
  ],
})

export const exportEntries = defineEndpoint({
  pattern: 'GET /api/audit/export',
  input: ExportInput,
  output: z.array(Entry),
  role: 'admin',
  audit: 'audit_log.exported',
  answers: { 200: { description: 'The entries as a file.', content: { type: 'text/csv' } } },
  summary: 'Download the audit log of this workspace as CSV or JSON',
})

export const checkExport = defineEndpoint({
  pattern: 'GET /api/audit/export/check',
  input: ExportInput,
  output: nothing,
  role: 'admin',
  summary: 'Check whether the audit log of this workspace can be exported now',
  description: 'Refuses what the export would refuse, and begins none.',
})

export const readRetention = defineEndpoint({
  pattern: 'GET /api/audit/retention',
  input: nothing,
  output: Retention,
  role: 'admin',
  summary: 'Read for how many days the audit log is kept',
  mcp: {
    name: 'read_retention',
    description: 'Reads for how many days this workspace keeps its audit log. Older entries are removed.',
  },
})

export const changeRetention = defineEndpoint({
  pattern: 'PUT /api/audit/retention',
  input: Retention,
  output: Retention,
  role: 'owner',
  audit: 'audit_log.retention_changed',
  summary: 'Change for how many days the audit log is kept',
  description: 'With a smaller number older entries are removed for good.',
  examples: [{ input: { days: 730 }, output: { days: 730 } }],
})

export const listInstanceEntries = defineEndpoint({
  pattern: 'GET /api/instance/audit',
  input: ListInput,
  output: EntryList,
  audience: 'instance',
  summary: 'List the audit log of the instance, newest first',
})

export const readInstanceEntry = defineEndpoint({
  pattern: 'GET /api/instance/audit/entries/{id}',
  input: nothing,
  output: Entry,
  audience: 'instance',
  summary: 'Read an entry of the audit log of the instance with what was changed',
})

export const exportInstanceEntries = defineEndpoint({
  pattern: 'GET /api/instance/audit/export',
  input: ExportInput,
  output: z.array(Entry),
  audience: 'instance',
  audit: 'audit_log.exported',
  answers: { 200: { description: 'The entries as a file.', content: { type: 'text/csv' } } },
  summary: 'Download the audit log of the instance as CSV or JSON',
})

export const checkInstanceExport = defineEndpoint({
  pattern: 'GET /api/instance/audit/export/check',
  input: ExportInput,
  output: nothing,
  audience: 'instance',
  summary: 'Check whether the audit log of the instance can be exported now',
  description: 'Refuses what the export would refuse, and begins none.',
})

export const readInstanceRetention = defineEndpoint({
  pattern: 'GET /api/instance/audit/retention',
  input: nothing,
  output: Retention,
  audience: 'instance',
  summary: 'Read for how many days the audit log of the instance is kept',
})

export const readInstanceActivity = defineEndpoint({
  pattern: 'GET /api/instance/audit/activity',
  input: ActivityInput,
  output: Activity,
  audience: 'instance',
  summary: 'Count the entries of the instance of the last days, day by day',
})

export const changeInstanceRetention = defineEndpoint({
  pattern: 'PUT /api/instance/audit/retention',
  input: Retention,
  output: Retention,
  audience: 'instance',
  audit: 'audit_log.retention_changed',
  summary: 'Change for how many days the audit log of the instance is kept',
})

function isTimeZone(zone: string): boolean {
  try {
    // Intl takes names besides, such as "PST", with which no day can be counted. Not every browser has Temporal.
    if (typeof Temporal !== 'undefined') return new Temporal.ZonedDateTime(0n, zone).timeZoneId !== ''
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
