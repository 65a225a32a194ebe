/** Activity per day. It stands apart: the overview loads it, and nothing else of the log. */
import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'

/** Entries that a report of activity looks at. */
export const mostReported = 100_000
/** For how many days activity is reported. */
export const activitySpans = [7, 30, 90] as const

/** The time zone is one of the IANA database; days begin where the reader is. */
const ActivityInput = z.strictObject({
  days: z
    ._default(z.coerce.number<number | string>().check(z.gte(1), z.lte(90), z.multipleOf(1)), 30)
    .check(z.describe('Number of days, including today.')),
  timeZone: z._default(
    z.string().check(
      z.maxLength(64),
      z.refine((zone) => isTimeZone(zone), { error: 'Enter a time zone, like Europe/Berlin.' }),
      z.describe('IANA time zone that sets when days begin.'),
    ),
    'UTC',
  ),
})
const Activity = z.object({
  items: z.array(z.object({ day: z.string(), count: z.number() })).check(z.describe('Oldest day first, today last.')),
  before: z.number().check(z.describe('Number of entries in the previous period of equal length.')),
  isCut: z
    .boolean()
    .check(z.describe('Whether the report reached its entry limit, so the oldest days are incomplete.')),
})

export type AuditActivity = z.infer<typeof Activity>

export const readActivity = defineEndpoint({
  pattern: 'GET /api/audit/activity',
  input: ActivityInput,
  output: Activity,
  role: 'admin',
  summary: 'Count audit log entries per day',
  mcp: {
    name: 'read_activity',
    description:
      'Counts audit log entries per day and in the previous period. Use it to measure activity instead of listing entries.',
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

export const readInstanceActivity = defineEndpoint({
  pattern: 'GET /api/instance/audit/activity',
  input: ActivityInput,
  output: Activity,
  audience: 'instance',
  summary: 'Count instance audit log entries per day',
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
