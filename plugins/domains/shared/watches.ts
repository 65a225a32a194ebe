import * as z from 'zod/mini'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { lookupProblems, recordOutcomes, Server } from './checks.ts'
import { RecordKey } from './record-sets.ts'

const Seen = z.object({
  problem: z.nullable(z.enum(lookupProblems)).check(z.describe('Why a lookup failed.')),
  server: z.nullable(z.string()).check(z.describe('The first name server that is not right; null when all are.')),
  data: z
    .array(z.string())
    .check(z.describe('What this server has: at most five records, each cut to 200 characters.')),
  servers: z
    .array(Server)
    .check(z.describe('What each name server has, those that are not right first; at most ten servers.')),
})

/** What name servers answered, in short. */
export type WatchSeen = z.infer<typeof Seen>

/** The background check of a record set. */
export const Watch = z.object({
  state: z.nullable(z.enum(recordOutcomes)).check(z.describe('The last result; null before the first check.')),
  isFailing: z
    .boolean()
    .check(z.describe('Whether two checks in a row found it wrong, and none since found it right.')),
  since: z.nullable(z.string()).check(z.describe('When the state began.')),
  checkedAt: z.nullable(z.string()),
  isChosen: z.boolean().check(z.describe('Whether a user chose it; a feature owns the others.')),
  expected: z.array(z.string()).check(z.describe('The records that every name server should have.')),
  seen: z.nullable(Seen),
})

/** The background check of a record set. */
export type Watch = z.infer<typeof Watch>

const Watched = z.object({
  name: z.string().check(z.describe('The whole name, with A-labels and without a dot at the end.')),
  shownName: z.string().check(z.describe('The name as people read it, in Unicode.')),
  type: z.string(),
  isGone: z.boolean().check(z.describe('Whether the zone no longer has it: it was deleted outside.')),
  ...Watch.shape,
})

/** A record set that is checked in the background. */
export type WatchedSet = z.infer<typeof Watched>

export const listWatches = defineEndpoint({
  pattern: 'GET /api/x/domains/zones/{id}/watches',
  input: listInput({
    sort: ['name'],
    filters: {
      isFailing: z.boolean().check(z.describe('Only record sets that are wrong, or only the others.')),
      needsAction: z
        .boolean()
        .check(z.describe('Only record sets that are wrong or were deleted outside, or only the others.')),
      name: z.string().check(z.maxLength(400), z.describe('Record sets of this whole name only.')),
      type: z.string().check(z.maxLength(20), z.describe('Record sets of this type only.')),
    },
  }),
  output: pageOf(Watched),
  summary: 'List the record sets of a zone that are checked in the background, also those deleted outside',
  mcp: {
    name: 'watched_records',
    description:
      'Lists the record sets of a DNS zone that are checked in the background, with the expected records and those that name servers have. Also lists those that were deleted outside.',
  },
})

export const watchRecord = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/watch',
  input: z.strictObject({ ...RecordKey.shape, isWatched: z.boolean() }),
  output: z.object({ watch: z.nullable(Watch) }),
  audit: 'dns_zone.watch_changed',
  summary: 'Check a record set in the background, or stop it',
  description: 'The present values become the expected ones. A record set that a feature owns is checked in any case.',
  errors: ['conflict'],
})
