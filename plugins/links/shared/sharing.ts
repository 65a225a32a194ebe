import * as z from 'zod/mini'
import { definePublicPage, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import type { facets } from './clicks.ts'

const SharingOut = z.object({
  path: z
    .nullable(z.string())
    .check(z.describe('The address of the page on the host of this instance; null while nothing is shared.')),
  showsTarget: z.boolean(),
})

/** How the statistics of a link are shared. */
export type Sharing = z.infer<typeof SharingOut>

const shared: Sharing = { path: '/p/links/bXUn7nGX0l3gkPq1Yk2v8A', showsTarget: false }

export const readSharing = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}/sharing',
  input: nothing,
  output: SharingOut,
  summary: 'Read how the statistics of a short link are shared',
  examples: [{ input: undefined, output: shared }],
})

export const changeSharing = defineEndpoint({
  pattern: 'PUT /api/x/links/links/{id}/sharing',
  input: z.strictObject({
    isShared: z
      .boolean()
      .check(z.describe('Whether everyone with the address sees the statistics. Off, the address is gone for good.')),
    showsTarget: z.boolean().check(z.describe('Whether the page shows the target of the link.')),
  }),
  output: SharingOut,
  audit: 'link.sharing_changed',
  errors: ['quota_exceeded'],
  support: false,
  summary: 'Share the statistics of a short link, or stop sharing them',
  examples: [{ input: { isShared: true, showsTarget: false }, output: shared }],
})

/** Facets of the page. */
export const sharedFacets = ['country', 'device', 'referrer'] as const satisfies readonly (typeof facets)[number][]

const Count = z.int()

/** Statistics of a link that everyone with the address reads. */
export const sharedStatistics = definePublicPage({
  path: '/p/links/{address}',
  data: z.object({
    shortUrl: z.string(),
    name: z.string(),
    url: z.nullable(z.string()),
    clicks: Count,
    visitors: Count,
    days: z.array(z.object({ day: z.string(), clicks: Count, visitors: Count })),
    facets: z.array(
      z.object({ facet: z.enum(sharedFacets), values: z.array(z.object({ value: z.string(), clicks: Count })) }),
    ),
  }),
})
