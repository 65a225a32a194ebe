import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { linkLimits } from './limits.ts'
import { linkStates, quarantineReasons, readLink } from './links.ts'

/** Reasons of a report. */
export const reportReasons = ['phishing', 'malware', 'spam', 'legal', 'other'] as const

/** `acted` when the link was quarantined. */
export const reportStates = ['open', 'acted', 'dismissed'] as const

export type ReportReason = (typeof reportReasons)[number]
export type ReportState = (typeof reportStates)[number]

const Workspace = z.object({ id: z.string(), name: z.string() })
const Count = z.int()

const Report = z.object({
  id: z.string(),
  linkId: z.string(),
  address: z.string().check(z.describe('The reported address, without the scheme.')),
  url: z.string().check(z.describe('Where the link led when it was reported.')),
  targetHost: z.string(),
  workspace: Workspace,
  reason: z.enum(reportReasons),
  text: z.string(),
  email: z.string().check(z.describe('Of the reporter; may be empty.')),
  state: z.enum(reportStates),
  linkState: z.nullable(z.enum(linkStates)).check(z.describe('Null for a link that is gone.')),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
})

/** A report of a link. */
export type LinkReport = z.infer<typeof Report>

export const listReports = defineEndpoint({
  pattern: 'GET /api/instance/links/reports',
  input: listInput({
    sort: ['createdAt'],
    filters: { state: z.enum(reportStates), reason: z.enum(reportReasons) },
  }),
  output: pageOf(Report),
  audience: 'instance',
  summary: 'List the reports of links of all workspaces, the oldest first',
})

const ReportSummary = z.object({
  open: z.object({
    day: Count.check(z.describe('Open for less than a day.')),
    week: Count.check(z.describe('Open for 1 to 7 days.')),
    older: Count.check(z.describe('Open for more than 7 days.')),
  }),
  decided: Count.check(z.describe('Decided in the last 30 days, at most 1,000.')),
  medianHours: z.nullable(z.number()).check(z.describe('From report to decision, of those; null without any.')),
})

/** How quickly reports are decided. */
export type ReportSummary = z.infer<typeof ReportSummary>

export const readReportSummary = defineEndpoint({
  pattern: 'GET /api/instance/links/reports/summary',
  input: nothing,
  output: ReportSummary,
  audience: 'instance',
  summary: 'Read how many reports of links are open, and how quickly they are decided',
})

export const dismissReport = defineEndpoint({
  pattern: 'POST /api/instance/links/reports/{id}/dismiss',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'link.report_dismissed',
  summary: 'Dismiss a report of a link',
  errors: ['conflict'],
})

const InstanceLink = z.object({
  id: z.string(),
  address: z.string().check(z.describe('The address without the scheme.')),
  url: z.string(),
  title: z.string(),
  targetHost: z.string(),
  workspace: Workspace,
  state: z.enum(linkStates),
  quarantine: z.nullable(
    z.object({
      reason: z.enum(quarantineReasons),
      note: z.string(),
      at: z.string(),
      reviewText: z.string(),
      reviewAskedAt: z.nullable(z.string()),
    }),
  ),
  createdAt: z.string(),
})

/** A link of any workspace. */
export type InstanceLink = z.infer<typeof InstanceLink>

export const listInstanceLinks = defineEndpoint({
  pattern: 'GET /api/instance/links/links',
  input: listInput({
    sort: ['quarantinedAt', 'reviewAskedAt'],
    filters: {
      targetHost: z.string().check(z.maxLength(1_024), z.describe('Links to this host only, also disabled ones.')),
      quarantine: z.enum(quarantineReasons).check(z.describe('Links that were quarantined for this reason.')),
    },
  }),
  output: pageOf(InstanceLink),
  audience: 'instance',
  summary: 'List the links of all workspaces, also disabled ones; quarantined ones first',
})

const Note = z
  .string()
  .check(
    z.trim(),
    z.maxLength(linkLimits.quarantineNote),
    z.describe('Why, for the admins of the workspace; may be empty.'),
  )

export const quarantineLink = defineEndpoint({
  pattern: 'POST /api/instance/links/links/{id}/quarantine',
  input: z.strictObject({ reason: z.enum(quarantineReasons), note: z._default(Note, '') }),
  output: nothing,
  audience: 'instance',
  audit: 'link.quarantined',
  summary: 'Quarantine a link: visitors see a warning, and its open reports are closed',
})

export const restoreLink = defineEndpoint({
  pattern: 'POST /api/instance/links/links/{id}/restore',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'link.restored',
  summary: 'Restore a quarantined link; judges count again once its targets change',
  errors: ['conflict'],
})

const Denied = z.object({
  id: z.string(),
  host: z.string().check(z.describe('In Unicode; covers all names below it.')),
  note: z.string(),
  createdAt: z.string(),
})

/** A host that no link may lead to. */
export type DeniedHost = z.infer<typeof Denied>

export const listDeniedHosts = defineEndpoint({
  pattern: 'GET /api/instance/links/denied-hosts',
  input: listInput({ sort: ['host', 'createdAt'], search: true }),
  output: pageOf(Denied),
  audience: 'instance',
  summary: "List the hosts that instance admins deny, beside those of the operator's file",
})

export const addDeniedHost = defineEndpoint({
  pattern: 'POST /api/instance/links/denied-hosts',
  input: z.strictObject({
    host: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(1_024),
        z.describe('A host name or an address, such as evil.example.'),
      ),
    note: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(linkLimits.quarantineNote),
        z.refine((note) => note === '' || isDisplayName(note), displayNameComplaint.en),
        z.describe('For other instance admins.'),
      ),
      '',
    ),
  }),
  output: Denied,
  audience: 'instance',
  status: 201,
  audit: 'link.host_denied',
  summary: 'Deny a host: no link may lead to it, and those that do are quarantined',
  errors: ['conflict'],
})

export const removeDeniedHost = defineEndpoint({
  pattern: 'DELETE /api/instance/links/denied-hosts/{id}',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'link.host_allowed',
  summary: 'Stop denying a host; quarantined links stay so until they are restored',
})

export const askReview = defineEndpoint({
  pattern: 'POST /api/x/links/links/{id}/review',
  input: z.strictObject({
    text: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(linkLimits.reviewText), z.describe('Why the link is harmless.')),
  }),
  output: readLink.output,
  role: 'admin',
  audit: 'link.review_asked',
  summary: 'Ask the operator to review a quarantined link, once',
  errors: ['conflict'],
})
