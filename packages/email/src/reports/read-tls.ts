import { ReportError, reportLimits } from './report-limits.ts'

/** Sessions that failed for the same reason. */
export interface TlsFailure {
  /** Such as `certificate-expired`; untrusted. */
  readonly result: string
  readonly server: string
  readonly source: string
  readonly sessions: number
}

/** What a report says about one policy domain. */
export interface TlsPolicyResult {
  readonly domain: string
  /** `sts`, `tlsa` or `no-policy-found`; untrusted. */
  readonly policy: string
  readonly succeeded: number
  readonly failed: number
  readonly failures: readonly TlsFailure[]
}

/** A report on TLS between mail servers (RFC 8460). */
export interface TlsReport {
  readonly kind: 'tls'
  readonly reporter: string
  readonly reportId: string
  readonly begin: number
  readonly end: number
  readonly policies: readonly TlsPolicyResult[]
}

/** Policies of a report. */
const mostPolicies = 50

/** @throws {ReportError} */
export function readTls(json: Buffer): TlsReport {
  if (json.length > reportLimits.json) throw new ReportError('too-large')
  const report = objectOf(parsed(json))
  const range = objectOf(report['date-range'])
  const [begin, end] = [momentOf(range['start-datetime']), momentOf(range['end-datetime'])]
  if (!Array.isArray(report['policies'])) throw new ReportError('not-a-report')
  if (begin === undefined || end === undefined) throw new ReportError('malformed')
  return {
    kind: 'tls',
    reporter: textOf(report['organization-name'], 200),
    reportId: textOf(report['report-id'], 255),
    begin,
    end,
    policies: report['policies'].slice(0, mostPolicies).map(policyOf),
  }
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch (cause) {
    throw new ReportError('malformed', { cause })
  }
}

function policyOf(value: unknown): TlsPolicyResult {
  const item = objectOf(value)
  const [policy, summary] = [objectOf(item['policy']), objectOf(item['summary'])]
  const details = Array.isArray(item['failure-details']) ? item['failure-details'] : []
  return {
    domain: textOf(policy['policy-domain'], 253).toLowerCase().replace(/\.$/, ''),
    policy: textOf(policy['policy-type'], 40),
    succeeded: countOf(summary['total-successful-session-count']),
    failed: countOf(summary['total-failure-session-count']),
    failures: details.slice(0, reportLimits.rows).map(failureOf),
  }
}

function failureOf(value: unknown): TlsFailure {
  const detail = objectOf(value)
  return {
    result: textOf(detail['result-type'], 60),
    server: textOf(detail['receiving-mx-hostname'], 253),
    source: textOf(detail['sending-mta-ip'], 45),
    sessions: countOf(detail['failed-session-count']),
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).replaceAll('\0', '').toWellFormed() : ''
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, 1e12) : 0
}

function momentOf(value: unknown): number | undefined {
  const moment = typeof value === 'string' ? Date.parse(value.slice(0, 40)) : Number.NaN
  return moment > 946_684_800_000 && moment < 4_102_444_800_000 ? moment : undefined
}
