import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { Capabilities } from './accounts.ts'

const fields = {
  id: z.string(),
  name: z.string().check(z.describe('The name as people read it, in Unicode.')),
  asciiName: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
  provider: z.string(),
  providerTitle: z.nullable(z.string()).check(z.describe('Null when the provider is not available.')),
  accountId: z.string(),
  accountLabel: z.string(),
  records: z.int().check(z.describe('How many record sets were last read.')),
  readAt: z.nullable(z.string()).check(z.describe('When its records were last read from the provider.')),
  failing: z.int().check(z.describe('How many of its watched record sets are wrong.')),
  problem: z.nullable(z.string()).check(z.describe('Error code of the last read; null when it succeeded.')),
  driftAt: z.nullable(z.string()).check(z.describe('When records were last found changed outside.')),
  createdAt: z.string(),
}

const Zone = z.object(fields)

const Person = z.object({
  id: z.string(),
  name: z.nullable(z.string()).check(z.describe('Null for one who is no longer a member.')),
})

/** An author of a change. */
export type ChangeAuthor = z.infer<typeof Person>

const Change = z.object({
  id: z.string().check(z.describe('The changeset.')),
  title: z.string(),
  state: z.string(),
  plugin: z.string(),
  plannedBy: z.nullable(Person).check(z.describe('Null for a feature.')),
  approvedBy: z.nullable(Person),
  note: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  isDrift: z.boolean().check(z.describe('Whether it records values that changed outside.')),
  count: z.int(),
})

const ZoneDetails = z.object({
  ...fields,
  readOnlyRecords: z.int().check(z.describe('How many record sets only the provider can change.')),
  capabilities: z.nullable(Capabilities).check(z.describe('Null when the provider is not available.')),
  lastChange: z.nullable(Change).check(z.describe('The last change that was made here.')),
  lastDrift: z.nullable(Change).check(z.describe('The last change that was made outside.')),
  gone: z.int().check(z.describe('How many of its watched record sets were deleted outside.')),
  unwatched: z
    .int()
    .check(z.describe('How many record sets of features are not checked: the workspace has reached the limit.')),
})

/** A zone of the workspace. */
export type Zone = z.infer<typeof Zone>

/** A zone with the features of its provider. */
export type ZoneDetails = z.infer<typeof ZoneDetails>

/** A change of a zone. */
export type ZoneChange = z.infer<typeof Change>

const remote = ['remote_refused', 'remote_failed', 'service_unavailable', 'too_many_requests'] as const

export const listZones = defineEndpoint({
  pattern: 'GET /api/x/domains/zones',
  input: listInput({ sort: ['name', 'createdAt'], search: true }),
  output: pageOf(Zone),
  summary: 'List the DNS zones of this workspace',
  mcp: { name: 'zones', description: 'Lists the DNS zones of this workspace.' },
})

export const addZone = defineEndpoint({
  pattern: 'POST /api/x/domains/zones',
  input: z.strictObject({
    accountId: z.string().check(z.minLength(1), z.maxLength(64)),
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(1_024),
        z.refine(isDisplayName, displayNameComplaint.en),
        z.describe('The name of a zone that the account has.'),
      ),
  }),
  output: ZoneDetails,
  role: 'admin',
  status: 201,
  audit: 'dns_zone.added',
  summary: 'Add a zone of an account, and read its records',
  errors: ['conflict', ...remote],
})

export const readZone = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}',
  input: nothing,
  output: ZoneDetails,
  summary: 'Get a DNS zone, and what its provider can store',
  mcp: { name: 'zone', description: 'Gets one DNS zone: its provider, what it can store, and its last changes.' },
})

export const refreshZone = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/refresh',
  input: nothing,
  output: ZoneDetails,
  role: 'admin',
  audit: false,
  summary: 'Read the records of a zone from its provider now',
  errors: ['conflict', 'target_busy', ...remote],
})

export const removeZone = defineEndpoint({
  pattern: 'DELETE /api/x/domains/zones/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'dns_zone.removed',
  summary: 'Remove a zone from this workspace; its records stay at the provider',
  errors: ['target_busy'],
})

export const listZoneHistory = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/history',
  input: listInput(),
  output: pageOf(Change),
  summary: 'List the changes of a zone, the latest first',
  mcp: { name: 'zone_history', description: 'Lists the changes of a DNS zone with their authors, the latest first.' },
})
