import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'

const Day = z.iso.date().check(z.maxLength(10), z.regex(/^2\d{3}-/))

const TopLinkOut = z.object({
  id: z.string(),
  name: z.string().check(z.describe('Its host and slug.')),
  title: z.string(),
  clicks: z.int(),
})

/** A link with its clicks in some days. */
export type TopLink = z.infer<typeof TopLinkOut>

export const listTopLinks = defineEndpoint({
  pattern: 'GET /api/x/links/top',
  input: z.strictObject({
    from: Day.check(z.describe('The first day, such as 2026-01-01.')),
    to: Day.check(z.describe('The last day, itself included; at most 400 days.')),
    timeZone: z._default(
      z.string().check(z.maxLength(60), z.describe('The zone of the days, such as Europe/Berlin.')),
      'UTC',
    ),
  }),
  output: z.object({ items: z.array(TopLinkOut) }),
  summary: 'List the five links with the most clicks in some days',
  mcp: { name: 'top', description: 'Lists the five short links with the most clicks in some days.' },
})
