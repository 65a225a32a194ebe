import { column, model } from '@host/plugin'
import type { ReportReason, ReportState } from '../../shared.ts'

/** Reports of links, for the operator: the export of a workspace never tells it who reported its links, or in which words. */
const Report = model(
  'links_reports',
  {
    id: column.id('linkreport'),
    org_id: column.org(),
    /** The link may be gone. */
    link_id: column.text({ max: 60 }),
    host: column.text({ max: 253 }),
    slug: column.text({ max: 190 }),
    /** Where the link led when it was reported. */
    url: column.text({ max: 8_192 }),
    target_host: column.text({ max: 253 }),
    reason: column.text<ReportReason>({ max: 20 }),
    text: column.text({ max: 1_000, secret: true }),
    email: column.text({ max: 254, default: '', secret: true }),
    state: column.text<ReportState>({ max: 20, default: 'open' }),
    created_at: column.time({ default: 'now' }),
    decided_at: column.time({ nullable: true }),
    decided_by: column.text({ max: 60, default: '', secret: true }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'link_id'],
      ['state', 'created_at', 'id'],
      ['state', 'decided_at'],
      ['link_id', 'state'],
      ['created_at', 'id'],
    ],
  },
)

/** Hosts that instance admins deny, beside the operator's file. Each covers all names below it. */
const DeniedHost = model(
  'links_denied_hosts',
  {
    id: column.id('linkdenied'),
    /** As `normalizeHostName` has it, or an address. */
    host: column.text({ max: 253 }),
    note: column.text({ max: 500, default: '' }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: [['host']], index: [['created_at', 'id']] },
)

/** The version of the operator's file by which all links were judged. */
const Sweep = model(
  'links_sweeps',
  { id: column.id('linksweep'), name: column.text({ max: 40 }), version: column.text({ max: 100 }) },
  { unique: [['name']] },
)

export const abuseModels = [Report, DeniedHost, Sweep] as const
