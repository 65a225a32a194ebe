import * as z from 'zod/mini'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { changeLink, queryModes, redirectCodes } from './links.ts'
import { Rules } from './rules.ts'

const VersionOut = z.object({
  number: z.int().check(z.describe('From 1; every change of the target gets the next one.')),
  url: z.string(),
  rules: Rules,
  query: z.enum(queryModes),
  redirect: z.literal(redirectCodes),
  createdBy: z
    .object({ id: z.string(), name: z.nullable(z.string()).check(z.describe('Null for a former member.')) })
    .check(z.describe('The member who made the change.')),
  createdAt: z.string().check(z.describe('It counted from this moment on.')),
  isCurrent: z.boolean(),
})

/** Where a link led from a moment on. */
export type LinkVersion = z.infer<typeof VersionOut>

const example: LinkVersion = {
  number: 2,
  url: 'https://www.example.com/campaigns/winter',
  rules: [],
  query: 'ignore',
  redirect: 302,
  createdBy: { id: 'usr_01h455vb4pex5vsknk084sn02q', name: 'Grace Hopper' },
  createdAt: '2026-02-03T10:20:00.000Z',
  isCurrent: true,
}

export const listVersions = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}/versions',
  input: listInput({ sort: ['number'] }),
  output: pageOf(VersionOut),
  summary: 'List the versions of a short link, the latest first',
  description:
    'A change of the target, the rules, the query mode, or the status code makes a version. The latest 500 are stored.',
  mcp: { name: 'versions', description: 'Lists where a short link led before, the latest version first.' },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const readVersionAt = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}/versions/at',
  input: z.strictObject({
    moment: z.iso.datetime().check(z.maxLength(40), z.describe('Such as 2026-05-03T12:00:00Z.')),
  }),
  output: VersionOut,
  summary: 'Read where a short link led at a moment',
  mcp: { name: 'version_at', description: 'Reads where a short link led at a moment, such as on May 3 at noon.' },
})

export const revertLink = defineEndpoint({
  pattern: 'POST /api/x/links/links/{id}/revert',
  input: z.strictObject({
    version: z.int().check(z.gte(1), z.describe('The number of the version whose target and rules come back.')),
  }),
  output: changeLink.output,
  audit: 'link.reverted',
  errors: ['quota_exceeded'],
  summary: 'Revert a short link to a version',
  description: 'The target, rules, query mode, and status code of that version become a new version.',
  mcp: {
    name: 'revert',
    description: 'Reverts the target and rules of a short link to an earlier version.',
    // It can lead everyone who has the address elsewhere.
    approval: true,
  },
})
