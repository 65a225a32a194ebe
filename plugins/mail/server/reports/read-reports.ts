import { domainToASCII, domainToUnicode } from 'node:url'
import { Problem, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import { reportLimitsOf, type ReportDetails, type ReportedDomain, type ReportSource } from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { adviceFor } from './advice.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>

const [usualDays, day] = [30, 86_400_000]

/** The verified domains, in their order, with the sums of their reports. */
export async function reportedDomains(
  parts: Parts,
  { db, orgId }: Scope,
  days = usualDays,
): Promise<readonly ReportedDomain[]> {
  const names = [...(await provedDomains(parts.edge, orgId))].toSorted().slice(0, reportLimitsOf.domains)
  if (names.length === 0) return []
  const sums = await sumsOf(db.backgroundReads(), names, firstDay(parts, days))
  return names.map((name) => sums.get(name) ?? emptyDomain(name))
}

/** @throws Problem `not_found` for a domain that the workspace has not verified */
export async function reportDetails(
  parts: Parts,
  { db, orgId }: Scope,
  { domain: given, days = usualDays }: { readonly domain: string; readonly days?: number | undefined },
): Promise<ReportDetails> {
  const name = domainToASCII(given)
  if (!(await provedDomains(parts.edge, orgId)).has(name)) throw new Problem('not_found')
  const since = firstDay(parts, days)
  const reads = db.backgroundReads()
  const sums = (await sumsOf(reads, [name], since)).get(name) ?? emptyDomain(name)
  const [perDay, sources, failures] = [
    await daysOf(reads, name, since),
    await sourcesOf(reads, name, since),
    await failuresOf(reads, name, since),
  ]
  const facts = { ...sums, days: perDay, sources, failures }
  return { ...facts, advice: [...adviceFor(facts)] }
}

function firstDay({ clock }: Pick<Parts, 'clock'>, days: number): string {
  return new Date(clock() - days * day).toISOString().slice(0, 10)
}

function emptyDomain(name: string): ReportedDomain {
  const counts = { messages: 0, aligned: 0, rejected: 0, sessions: 0, failedSessions: 0, reports: 0 }
  return { domain: domainToUnicode(name), asciiDomain: name, ...counts, policy: null, lastDay: null }
}

type Reads = ReadQueries<Tables>

async function sumsOf(
  db: Reads,
  names: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, ReportedDomain>> {
  const domains = new Map<string, ReportedDomain>()
  const rows = await db
    .selectFrom('mail_reports')
    .select(({ fn }) => [
      'domain',
      'kind',
      fn.sum<number>('total').as('total'),
      fn.sum<number>('passed').as('passed'),
      fn.countAll<number>().as('reports'),
      fn.max('day').as('last'),
    ])
    .where('domain', 'in', [...names])
    .where('day', '>=', since)
    .groupBy(['domain', 'kind'])
    .execute()
  for (const row of rows) {
    const known = domains.get(row.domain) ?? emptyDomain(row.domain)
    const { total, passed } = row
    domains.set(row.domain, {
      ...known,
      ...(row.kind === 'dmarc'
        ? { messages: total, aligned: passed }
        : { sessions: total, failedSessions: total - passed }),
      reports: known.reports + row.reports,
      lastDay: known.lastDay !== null && known.lastDay > row.last ? known.lastDay : row.last,
    })
  }
  for (const [name, known] of domains) domains.set(name, { ...known, ...(await policyOf(db, name, since)) })
  return domains
}

async function policyOf(db: Reads, name: string, since: string) {
  const latest = await db
    .selectFrom('mail_reports')
    .select('policy')
    .where('domain', '=', name)
    .where('kind', '=', 'dmarc')
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rejected = await db
    .selectFrom('mail_report_rows')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .where('domain', '=', name)
    .where('kind', '=', 'dmarc')
    .where('day', '>=', since)
    .where('disposition', 'in', ['reject', 'quarantine'])
    .executeTakeFirst()
  return { policy: latest?.policy || null, rejected: rejected?.total ?? 0 }
}

async function daysOf(db: Reads, name: string, since: string): Promise<ReportDetails['days']> {
  const rows = await db
    .selectFrom('mail_reports')
    .select(({ fn }) => ['day', fn.sum<number>('total').as('total'), fn.sum<number>('passed').as('passed')])
    .where('domain', '=', name)
    .where('kind', '=', 'dmarc')
    .where('day', '>=', since)
    .groupBy('day')
    .orderBy('day')
    .limit(reportLimitsOf.days + 2)
    .execute()
  return rows.map((row) => ({ day: row.day, messages: row.total, aligned: row.passed }))
}

const results = ['both', 'dkim', 'spf', 'none'] as const

async function sourcesOf(db: Reads, name: string, since: string): Promise<ReportSource[]> {
  const rows = db
    .selectFrom('mail_report_rows')
    .where('domain', '=', name)
    .where('kind', '=', 'dmarc')
    .where('day', '>=', since)
  const largest = await rows
    .select(({ fn }) => ['source', fn.sum<number>('total').as('total')])
    .groupBy('source')
    .orderBy('total', 'desc')
    .limit(reportLimitsOf.sources)
    .execute()
  if (largest.length === 0) return []
  const parts = await rows
    .select(({ fn }) => [
      'source',
      'result',
      'disposition',
      fn.sum<number>('total').as('total'),
      fn.max('dkim_domain').as('dkim'),
      fn.max('spf_domain').as('spf'),
    ])
    .where(
      'source',
      'in',
      largest.map(({ source }) => source),
    )
    .groupBy(['source', 'result', 'disposition'])
    .execute()
  const bySource = Map.groupBy(parts, ({ source }) => source)
  return largest.map(({ source, total }) => {
    const own = bySource.get(source) ?? []
    const sum = (wanted: (row: (typeof own)[number]) => boolean): number =>
      own.filter(wanted).reduce((all, row) => all + row.total, 0)
    const [both, dkim, spf, none] = results.map((result) => sum((row) => row.result === result))
    return {
      source,
      messages: total,
      both: both ?? 0,
      dkim: dkim ?? 0,
      spf: spf ?? 0,
      none: none ?? 0,
      rejected: sum(({ disposition }) => disposition === 'reject' || disposition === 'quarantine'),
      dkimDomain: own.find((row) => row.dkim !== '')?.dkim ?? '',
      spfDomain: own.find((row) => row.spf !== '')?.spf ?? '',
    }
  })
}

async function failuresOf(db: Reads, name: string, since: string): Promise<ReportDetails['failures']> {
  const rows = await db
    .selectFrom('mail_report_rows')
    .select(({ fn }) => ['result', 'dkim_domain', fn.sum<number>('total').as('total')])
    .where('domain', '=', name)
    .where('kind', '=', 'tls')
    .where('day', '>=', since)
    .groupBy(['result', 'dkim_domain'])
    .orderBy('total', 'desc')
    .limit(reportLimitsOf.failures)
    .execute()
  return rows.map((row) => ({ result: row.result, server: row.dkim_domain, sessions: row.total }))
}
