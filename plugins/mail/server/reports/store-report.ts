import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { ipVersion, type DmarcReport, type DmarcRow, type TlsReport } from '@host/email'
import type { Insert } from '@host/plugin'
import { reportLimitsOf } from '../../shared.ts'
import type { ReportRow } from '../models/reports.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'

type Storing = Pick<Parts, 'ctx' | 'clock'>

/** The workspace that has received a report, and the domains that it has verified. */
interface Place {
  readonly orgId: string
  readonly domains: ReadonlySet<string>
}

const day = 86_400_000

/** Stores a report about a verified domain. */
export async function storeDmarc(parts: Storing, { orgId, domains }: Place, report: DmarcReport): Promise<void> {
  const domain = domainOf(report.domain, domains)
  if (domain === undefined) return
  const passed = sumOf(report.rows.filter(({ dkim, spf }) => dkim || spf))
  await store(parts, orgId, {
    ...headOf('dmarc', domain, report),
    policy: cutText(report.policy, 40),
    total: sumOf(report.rows),
    passed,
    rows: report.rows.map((row) => ({
      source: ipVersion(row.source) === 0 ? '' : row.source,
      result: alignment(row),
      disposition: row.disposition,
      dkim_domain: cutText(row.dkimDomain, 253),
      spf_domain: cutText(row.spfDomain, 253),
      total: row.messages,
    })),
  })
}

export async function storeTls(parts: Storing, { orgId, domains }: Place, report: TlsReport): Promise<void> {
  for (const policy of report.policies) {
    const domain = domainOf(policy.domain, domains)
    if (domain === undefined) continue
    await store(parts, orgId, {
      ...headOf('tls', domain, report),
      policy: cutText(policy.policy, 40),
      total: policy.succeeded + policy.failed,
      passed: policy.succeeded,
      rows: policy.failures.map(({ result, server, source, sessions }) => ({
        source: ipVersion(source) === 0 ? '' : source,
        result: cutText(result, 60),
        dkim_domain: cutText(server, 253),
        total: sessions,
      })),
    })
  }
}

/** Undefined for a domain that the workspace has not verified. */
function domainOf(stated: string, domains: ReadonlySet<string>): string | undefined {
  const domain = domainToASCII(stated)
  return domains.has(domain) ? domain : undefined
}

function sumOf(rows: readonly DmarcRow[]): number {
  return rows.reduce((sum, { messages }) => sum + messages, 0)
}

function alignment({ dkim, spf }: DmarcRow): string {
  if (dkim && spf) return 'both'
  return dkim ? 'dkim' : spf ? 'spf' : 'none'
}

interface ReportHead {
  readonly kind: 'dmarc' | 'tls'
  readonly domain: string
  readonly reporter: string
  readonly report_key: string
  readonly day: string
  readonly begins_at: string
  readonly ends_at: string
}

function headOf(kind: 'dmarc' | 'tls', domain: string, report: DmarcReport | TlsReport): ReportHead {
  const { reporter, reportId, begin, end } = report
  const identity = JSON.stringify([kind, domain, reporter, reportId, begin])
  const beginsAt = new Date(begin).toISOString()
  return {
    kind,
    domain,
    reporter: cutText(reporter, 200),
    report_key: createHash('sha256').update(identity).digest('base64url'),
    day: beginsAt.slice(0, 10),
    begins_at: beginsAt,
    ends_at: new Date(end).toISOString(),
  }
}

type Row = Omit<Insert<typeof ReportRow>, 'id' | 'org_id' | 'report_id' | 'kind' | 'domain' | 'day'>

interface NewReport extends ReportHead {
  readonly policy: string
  readonly total: number
  readonly passed: number
  readonly rows: readonly Row[]
}

/** Rows of one statement. */
const step = 100

/** Stores a report once; none whose time is to come or long over, and no more than the limit for a day. */
async function store({ ctx, clock }: Storing, orgId: string, { rows, ...report }: NewReport): Promise<void> {
  const now = clock()
  const isDated = Date.parse(report.begins_at) < now + day
  if (!isDated || Date.parse(report.begins_at) < now - reportLimitsOf.stored * day) return
  const db = ctx.db.inWorkspace(orgId, 'store a report about a domain')
  await db.transaction(async (tx) => {
    const { kind, domain, day: on } = report
    const known = tx.selectFrom('mail_reports').select('id').where('domain', '=', domain).where('day', '=', on)
    if ((await known.limit(reportLimitsOf.perDay).execute()).length >= reportLimitsOf.perDay) return
    const stored = await tx
      .insertInto('mail_reports')
      .values({ ...report, received_at: new Date(now).toISOString() })
      .onConflict((conflict) => conflict.columns(['org_id', 'report_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored === undefined) return
    for (let at = 0; at < rows.length; at += step) {
      const values = rows.slice(at, at + step).map((row) => ({ ...row, report_id: stored.id, kind, domain, day: on }))
      await tx.insertInto('mail_report_rows').values(values).execute()
    }
  })
}
