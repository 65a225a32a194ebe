import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

/** What visits show by which they are counted. */
export const visitFacets = ['country', 'city', 'device', 'browser', 'system', 'language', 'referrer'] as const

/** What clicks are counted by: what visits show, the campaign of the target, and for one link its rule and version. */
export const facets = [...visitFacets, 'source', 'medium', 'campaign', 'rule', 'version'] as const

/** Kinds of devices. */
export const deviceClasses = ['desktop', 'phone', 'tablet', 'tv', 'other'] as const

export type DeviceClass = (typeof deviceClasses)[number]

/** Stands for all values beyond the most frequent ones of a batch. */
export const otherValue = '(other)'

export type Facet = (typeof facets)[number]

const Count = z.int()
const Day = z.iso.date().check(z.maxLength(10), z.regex(/^2\d{3}-/))

const StatisticsOut = z.object({
  clicks: Count.check(z.describe('Clicks of people.')),
  visitors: Count.check(z.describe('Visitors, each counted once a day.')),
  robots: Count.check(z.describe('Clicks of robots, which count nowhere else.')),
  before: z
    .nullable(z.object({ clicks: Count, visitors: Count }))
    .check(z.describe('The same of as many days before; null where nothing was counted then.')),
  days: z.array(z.object({ day: Day, clicks: Count, visitors: Count })),
  facets: z
    .array(z.object({ facet: z.enum(facets), values: z.array(z.object({ value: z.string(), clicks: Count })) }))
    .check(
      z.describe(
        'The ten most frequent values of each; an empty text for those without one. Of one link, all its rules, counted from 0, and all its versions.',
      ),
    ),
})

/** Statistics of a link, or of all links of the workspace. */
export type Statistics = z.infer<typeof StatisticsOut>

export const readStatistics = defineEndpoint({
  pattern: 'GET /api/x/links/statistics',
  input: z.strictObject({
    linkId: z
      .optional(z.string().check(z.maxLength(60)))
      .check(z.describe('All links of the workspace when left out.')),
    from: Day.check(z.describe('The first day, such as 2026-01-01.')),
    to: Day.check(z.describe('The last day, itself included; at most 400 days.')),
    timeZone: z._default(
      z
        .string()
        .check(
          z.maxLength(60),
          z.describe(
            'The zone of the days, such as Europe/Berlin. Clicks are counted by the hour in UTC: in a zone with half or quarter hours, an hour belongs to the day in which it begins.',
          ),
        ),
      'UTC',
    ),
  }),
  output: StatisticsOut,
  summary: 'Read how often short links were used',
  mcp: {
    name: 'statistics',
    description:
      'Reads clicks and visitors by day, with countries, devices, browsers and referrers, of one link or of all.',
  },
})

const ClickOut = z.object({
  id: z.string(),
  linkId: z.string(),
  at: z.string(),
  version: z.int().check(z.describe('Of the targets that the link has had.')),
  rule: z
    .nullable(z.int())
    .check(z.describe('The place of the rule that decided, from 0; null for the target of the link.')),
  isRobot: z.boolean(),
  country: z.string(),
  city: z.string(),
  device: z.string(),
  browser: z.string(),
  system: z.string(),
  language: z.string(),
  referrer: z.string(),
  source: z.string().check(z.describe('`utm_source` of the target, as `medium` and `campaign`.')),
  medium: z.string(),
  campaign: z.string(),
})

/** A click of the last 90 days. */
export type StoredClick = z.infer<typeof ClickOut>

export const listClicks = defineEndpoint({
  pattern: 'GET /api/x/links/clicks',
  input: listInput({
    sort: ['at'],
    filters: {
      linkId: z.string().check(z.maxLength(60), z.describe('Clicks of this link only.')),
      isRobot: z.boolean(),
    },
  }),
  output: pageOf(ClickOut),
  summary: 'List the clicks of the last 90 days, the latest first',
  description:
    'Clicks of a link that came together are listed together: a page has at least as many as asked for, where there are more.',
})

export const resetClicks = defineEndpoint({
  pattern: 'DELETE /api/x/links/links/{id}/clicks',
  input: nothing,
  output: nothing,
  audit: 'link.clicks_reset',
  summary: 'Reset the statistics of a short link',
  description:
    'Deletes its clicks and counts moments later, such as those of tests before a campaign. The statistics of the workspace keep them, and a limit of visits stays used up.',
})
