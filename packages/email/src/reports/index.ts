export { type DmarcReport, type DmarcRow } from './read-dmarc.ts'
export { namesReport, readReport, reportFiles } from './read-report.ts'
export type { TlsFailure, TlsPolicyResult, TlsReport } from './read-tls.ts'
export { ReportError, reportLimits, type ReportFault } from './report-limits.ts'
