import { column, model } from '@host/plugin'

/** A report of DMARC or TLS about a domain of the workspace, as a mail server sent it. */
export const Report = model(
  'mail_reports',
  {
    id: column.id('mailreport'),
    org_id: column.org(),
    kind: column.text<'dmarc' | 'tls'>({ max: 5 }),
    /** In ASCII. */
    domain: column.text({ max: 253 }),
    reporter: column.text({ max: 200 }),
    /** Known again by its reporter, ID and domain. */
    report_key: column.text({ max: 43, secret: false }),
    /** The day on which its time begins, in UTC. */
    day: column.text({ max: 10 }),
    begins_at: column.time(),
    ends_at: column.time(),
    /** Messages, or sessions of TLS, and those of them that passed. */
    total: column.integer(),
    passed: column.integer(),
    policy: column.text({ max: 40, default: '' }),
    received_at: column.time(),
  },
  {
    unique: [['org_id', 'report_key']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'domain', 'day', 'id'],
      ['org_id', 'day', 'id'],
      ['received_at', 'id'],
    ],
    label: ['reporter', 'domain'],
  },
)

/** Messages of one source with the same results, or sessions that failed for one reason. */
export const ReportRow = model(
  'mail_report_rows',
  {
    id: column.id('mailreportrow'),
    org_id: column.org(),
    report_id: column.reference(Report, { onDelete: 'cascade' }),
    kind: column.text<'dmarc' | 'tls'>({ max: 5 }),
    domain: column.text({ max: 253 }),
    day: column.text({ max: 10 }),
    /** An IP address; empty for the sum of those beyond the limit. */
    source: column.text({ max: 45 }),
    /** `both`, `dkim`, `spf` or `none` for alignment; the reason of a failure of TLS. */
    result: column.text({ max: 60 }),
    disposition: column.text({ max: 10, default: '' }),
    /** The domain that signed, and that of SPF; the server that was connected to. */
    dkim_domain: column.text({ max: 253, default: '' }),
    spf_domain: column.text({ max: 253, default: '' }),
    total: column.integer(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'domain', 'kind', 'day', 'id'],
    ],
  },
)

export const reportModels = [Report, ReportRow] as const
