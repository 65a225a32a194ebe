/** Limits of a report, whichever container it came in. */
export const reportLimits = Object.freeze({
  /** Bytes of the attachment, and of what it unpacks to. */
  packed: 2 * 1_024 * 1_024,
  xml: 10 * 1_024 * 1_024,
  /** JSON is parsed in one step. */
  json: 512 * 1_024,
  /** Unpacked bytes for each packed one, beyond the first 64 kB. */
  ratio: 100,
  /** Sources or failures of a report that are stored; the rest is summed up as one. */
  rows: 500,
  /** Records that are read. */
  records: 50_000,
})

/** Why an attachment is not read as a report. */
export type ReportFault = 'too-large' | 'malformed' | 'not-a-report'

export class ReportError extends Error {
  readonly fault: ReportFault

  constructor(fault: ReportFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'ReportError'
    this.fault = fault
  }
}
