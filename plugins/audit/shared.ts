import * as z from 'zod/mini'
import * as platform from '@host/platform-api/audit'
import { schemasWith } from '@host/platform-api/schemas-with'
import { auditRetention, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

export * from './shared/activity.ts'

const withSchemas = schemasWith(z.toJSONSchema)

/** More entries than this are not exported in one file. */
export const mostExported = 100_000
/** Entries are counted up to here. */
export const mostCounted = 10_000

/** For how many days entries may be kept. */
export const retentionBounds = auditRetention

/** Kinds of actors. */
export const actorKinds = ['user', 'token', 'agent', 'support', 'host', 'anonymous'] as const

/** Actions of signing in and out, which would hide the changes. */
export const signInActions = [
  'session.started',
  'session.ended',
  'session.switched',
  'session.proved',
  'second_factor.used',
  'second_factor.vouched',
  'passkey.used',
] as const

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
/** A moment with its zone; output is in UTC, as entries are stored, from the year 1 to 9999. */
const Moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.pipe(
    z.transform((text: string) => new Date(text).toISOString()),
    z.string().check(z.regex(/^(?!0000)\d{4}-/)),
  ),
)

/** Which entries; every wanted narrows the list down. */
export const EntryFilter = z.strictObject({
  action: z.optional(Text).check(z.describe('An action such as `member.invited`, or `member` for all member actions.')),
  actor: z
    .optional(Text)
    .check(
      z.describe('The actor: a user ID, an email address, an API token ID, or a kind such as `token` or `agent`.'),
    ),
  target: z.optional(Text).check(z.describe('A record such as `user:usr_01h…`, or `user` for all users.')),
  from: z.optional(Moment).check(z.describe('Start time with its time zone, inclusive.')),
  to: z.optional(Moment).check(z.describe('End time with its time zone, exclusive.')),
  requestId: z.optional(Text).check(z.describe('Entries of one request, by its request ID.')),
  signIns: z
    .optional(z.boolean())
    .check(z.describe('Whether to include sign-ins, sign-outs and confirmations of identity. Defaults to true.')),
})

const ListInput = z.extend(EntryFilter, {
  limit: z
    .optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1)))
    .check(
      z.describe(
        'Maximum number of items. Defaults to 50. A narrow filter can return fewer items, or none, with a `nextCursor` to continue.',
      ),
    ),
  cursor: z.optional(z.string().check(z.maxLength(100))).check(z.describe('The `nextCursor` of the previous page.')),
  total: z
    .optional(z.boolean())
    .check(z.describe('Whether to count matches, up to 10,000 among the newest 100,000 entries.')),
})
const ExportInput = z.extend(EntryFilter, { format: z.enum(['csv', 'json']) })

const Values = z.nullable(z.record(z.string(), z.unknown()))
const RecordedEntry = z.object({
  id: z.string(),
  sequence: z.nullable(z.number()).check(z.describe('Position in the sealed chain; null until sealed.')),
  action: z.string(),
  actor: z.object({
    kind: z.enum(actorKinds),
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    tokenId: z.nullable(z.string()).check(z.describe('The API token that acted as this user.')),
    tokenName: z.nullable(z.string()).check(z.describe('Name of the token; null after it is deleted.')),
    grantedById: z
      .nullable(z.string())
      .check(z.describe('The owner who granted the support access of this instance admin.')),
    grantedByName: z.nullable(z.string()).check(z.describe('Name of that owner; null after the account is deleted.')),
  }),
  target: z.nullable(z.string()),
  address: z.nullable(z.string()),
  at: z.string(),
})
/** Values for reading, in the language of the request. */
const shown = {
  targetName: z.nullable(z.string()).check(z.describe('Name of the target; null where it has none.')),
  sentence: z
    .nullable(z.string())
    .check(
      z.describe(
        'What the actor did, in your language, such as "invited grace@example.com as member". Null where the action has no sentence.',
      ),
    ),
}
const ListedEntry = z.extend(RecordedEntry, shown)
const ExportedEntry = z.extend(RecordedEntry, {
  before: Values,
  after: Values,
  plugin: z.string(),
  endpoint: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
const Entry = z.extend(ExportedEntry, shown)
const EntryList = z.object({
  items: z.array(ListedEntry),
  nextCursor: z.nullable(z.string()),
  total: z.optional(z.number()),
})

/** For how many days entries are kept. */
export const Retention = z.strictObject({
  days: z
    .int()
    .check(z.gte(auditRetention.least), z.lte(auditRetention.most), z.describe('Days until an entry is deleted.')),
})

export type AuditEntry = z.infer<typeof Entry>
export type ListedAuditEntry = z.infer<typeof ListedEntry>
export type AuditFilter = z.infer<typeof EntryFilter>

export const listEntries = withSchemas(platform.listEntries, {
  input: ListInput,
  output: EntryList,
})

export const readEntry = defineEndpoint({
  pattern: 'GET /api/audit/entries/{id}',
  input: nothing,
  output: Entry,
  role: 'admin',
  summary: 'Get an audit log entry with its changes',
  mcp: {
    name: 'read_entry',
    description:
      'Gets one audit log entry with the values before and after the change. Takes an ID from the list of entries.',
  },
  examples: [
    {
      input: undefined,
      output: {
        ...platform.exampleEntry,
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
  output: z.array(ExportedEntry),
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
  summary: 'Check if the audit log of this workspace can be exported',
  description: 'Returns the errors the export would return, without starting it.',
})

export const readRetention = defineEndpoint({
  pattern: 'GET /api/audit/retention',
  input: nothing,
  output: Retention,
  role: 'admin',
  summary: 'Get the retention of the audit log',
  mcp: {
    name: 'read_retention',
    description: 'Gets the number of days this workspace keeps audit log entries. Older entries are deleted.',
  },
})

export const changeRetention = defineEndpoint({
  pattern: 'PUT /api/audit/retention',
  input: Retention,
  output: Retention,
  role: 'owner',
  audit: 'audit_log.retention_changed',
  summary: 'Change the retention of the audit log',
  description: 'A shorter retention permanently deletes older entries.',
  examples: [{ input: { days: 730 }, output: { days: 730 } }],
})

export const listInstanceEntries = defineEndpoint({
  pattern: 'GET /api/instance/audit',
  input: ListInput,
  output: EntryList,
  audience: 'instance',
  summary: 'List the instance audit log, newest first',
})

export const readInstanceEntry = defineEndpoint({
  pattern: 'GET /api/instance/audit/entries/{id}',
  input: nothing,
  output: Entry,
  audience: 'instance',
  summary: 'Get an instance audit log entry with its changes',
})

export const exportInstanceEntries = defineEndpoint({
  pattern: 'GET /api/instance/audit/export',
  input: ExportInput,
  output: z.array(ExportedEntry),
  audience: 'instance',
  audit: 'audit_log.exported',
  answers: { 200: { description: 'The entries as a file.', content: { type: 'text/csv' } } },
  summary: 'Download the instance audit log as CSV or JSON',
})

export const checkInstanceExport = defineEndpoint({
  pattern: 'GET /api/instance/audit/export/check',
  input: ExportInput,
  output: nothing,
  audience: 'instance',
  summary: 'Check if the instance audit log can be exported',
  description: 'Returns the errors the export would return, without starting it.',
})

export const readInstanceRetention = defineEndpoint({
  pattern: 'GET /api/instance/audit/retention',
  input: nothing,
  output: Retention,
  audience: 'instance',
  summary: 'Get the retention of the instance audit log',
})

export const changeInstanceRetention = defineEndpoint({
  pattern: 'PUT /api/instance/audit/retention',
  input: Retention,
  output: Retention,
  audience: 'instance',
  audit: 'audit_log.retention_changed',
  summary: 'Change the retention of the instance audit log',
})
