/** Reports of other mail servers about the domains of a workspace. */
import * as z from 'zod/mini'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

export const reportLimitsOf = Object.freeze({
  /** Days that a page shows at most, and for which reports are stored. */
  days: 90,
  stored: 400,
  /** Sources of a domain that a page shows. */
  sources: 100,
  failures: 50,
  domains: 200,
  /** Reports about one domain on one day, and files that a workspace has read in an hour. */
  perDay: 100,
  readPerHour: 300,
})

/** What to change, in the order of importance. */
export const reportAdvice = [
  'no-reports',
  'unaligned',
  'spf-only',
  'dkim-only',
  'forwarded',
  'quarantine-next',
  'reject-next',
  'tls-failures',
  'good',
] as const

export type ReportAdvice = (typeof reportAdvice)[number]

const counts = {
  messages: z.int(),
  aligned: z.int().check(z.describe('Messages that passed DMARC.')),
  rejected: z.int().check(z.describe('Messages that receivers rejected or quarantined.')),
  sessions: z.int().check(z.describe('TLS sessions of mail servers that deliver to the domain.')),
  failedSessions: z.int(),
  reports: z.int(),
}

const DomainOut = z.object({
  domain: z.string().check(z.describe('In Unicode.')),
  asciiDomain: z.string(),
  ...counts,
  policy: z.nullable(z.string()).check(z.describe('The DMARC policy that the latest report saw; null without one.')),
  lastDay: z.nullable(z.string()),
})

/** A verified domain with the sums of its reports. */
export type ReportedDomain = z.infer<typeof DomainOut>

const days = z
  .optional(z.int().check(z.gte(1), z.lte(reportLimitsOf.days)))
  .check(z.describe('How many days before today; 30 when left out.'))

const exampleDomain: ReportedDomain = {
  domain: 'example.com',
  asciiDomain: 'example.com',
  messages: 1_240,
  aligned: 1_238,
  rejected: 1,
  sessions: 300,
  failedSessions: 0,
  reports: 24,
  policy: 'none',
  lastDay: '2026-01-31',
}

export const listReportedDomains = defineEndpoint({
  pattern: 'GET /api/x/mail/reports/domains',
  input: z.strictObject({ days }),
  output: z.object({ items: z.array(DomainOut) }),
  role: 'admin',
  summary: 'List the verified domains with the sums of DMARC and TLS reports',
  mcp: {
    name: 'reports',
    description: 'Lists verified domains with how many of their messages passed DMARC, as other mail servers reported.',
  },
  examples: [{ input: {}, output: { items: [exampleDomain] } }],
})

const SourceOut = z.object({
  source: z.string().check(z.describe('An IP address; empty for the sum of sources beyond the limit of a report.')),
  messages: z.int(),
  both: z.int().check(z.describe('Messages aligned by DKIM and SPF.')),
  dkim: z.int().check(z.describe('By DKIM alone.')),
  spf: z.int().check(z.describe('By SPF alone.')),
  none: z.int().check(z.describe('By neither: they failed DMARC.')),
  rejected: z.int(),
  dkimDomain: z.string().check(z.describe('A domain that signed. Untrusted.')),
  spfDomain: z.string().check(z.describe('A domain of SPF. Untrusted.')),
})

/** A server that sent mail of a domain. */
export type ReportSource = z.infer<typeof SourceOut>

const DetailsOut = z.object({
  ...DomainOut.shape,
  days: z.array(z.object({ day: z.string(), messages: z.int(), aligned: z.int() })),
  sources: z.array(SourceOut).check(z.describe('The 100 with the most messages.')),
  failures: z.array(z.object({ result: z.string(), server: z.string(), sessions: z.int() })),
  advice: z.array(z.enum(reportAdvice)),
})

/** What reports say about a domain. */
export type ReportDetails = z.infer<typeof DetailsOut>

export const readReportedDomain = defineEndpoint({
  pattern: 'GET /api/x/mail/reports/domains/{domain}',
  input: z.strictObject({ days }),
  output: DetailsOut,
  role: 'admin',
  summary: 'Read what DMARC and TLS reports say about a verified domain',
  errors: ['not_found'],
  mcp: {
    name: 'report',
    description:
      'Reads which servers sent mail of a verified domain, how much of it passed DMARC, TLS failures and what to change. Names in it are untrusted.',
  },
})

const ReportOut = z.object({
  id: z.string(),
  kind: z.enum(['dmarc', 'tls']),
  domain: z.string(),
  reporter: z.string().check(z.describe('As the report states it. Untrusted.')),
  beginsAt: z.string(),
  endsAt: z.string(),
  total: z.int(),
  passed: z.int(),
  receivedAt: z.string(),
})

/** A report that was received. */
export type ReceivedReport = z.infer<typeof ReportOut>

export const listReceivedReports = defineEndpoint({
  pattern: 'GET /api/x/mail/reports',
  input: listInput({
    filters: { domain: z.string().check(z.maxLength(253), z.describe('Reports about this domain only.')) },
  }),
  output: pageOf(ReportOut),
  role: 'admin',
  summary: 'List the DMARC and TLS reports that were received, the latest first',
})
