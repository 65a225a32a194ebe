import { namesReport, ReportError, readReport, reportFiles, type Attachment, type ParsedMessage } from '@host/email'
import type { SenderVerdicts } from '../../shared.ts'
import { reportLimitsOf } from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Parts } from '../parts.ts'
import { storeDmarc, storeTls } from './store-report.ts'

type Taking = Pick<Parts, 'ctx' | 'edge' | 'clock' | 'live' | 'rateLimit'>

/** A message that came to a mailbox of the workspace. */
export interface ReportMessage {
  readonly orgId: string
  readonly parsed: ParsedMessage
  readonly checks: SenderVerdicts | undefined
}

const hour = 3_600_000
/** Reports that this process reads at the same time; more are stored as emails only. */
const mostAtOnce = 2
let reading = 0

/**
 * Reads reports of DMARC and TLS out of a message, for domains that the workspace has verified. Files are opened only where
 * their name or type says that they are reports. The message itself is stored like any other.
 */
export async function takeReports(parts: Taking, { orgId, parsed, checks }: ReportMessage): Promise<void> {
  const files = reportFiles(parsed).filter((file) => isNamed(file, parsed))
  // A report with a false sender says nothing.
  if (files.length === 0 || checks?.dmarc.result === 'fail' || reading >= mostAtOnce) return
  const domains = await provedDomains(parts.edge, orgId)
  if (domains.size === 0) return
  reading += 1
  try {
    for (const file of files) {
      const { allowed } = await parts.rateLimit.take(`reports:${orgId}`, reportLimitsOf.readPerHour, hour)
      if (!allowed) return
      await takeFile(parts, { orgId, domains }, file)
    }
  } finally {
    reading -= 1
  }
  parts.live.changed(orgId, ['/api/x/mail/reports'])
}

function isNamed(file: Attachment, { headers }: ParsedMessage): boolean {
  return namesReport(file) || /^\s*report[- ]domain:/i.test(headers.subject)
}

async function takeFile(
  parts: Taking,
  place: { readonly orgId: string; readonly domains: ReadonlySet<string> },
  { bytes }: Attachment,
): Promise<void> {
  try {
    const report = await readReport(bytes)
    if (report.kind === 'dmarc') await storeDmarc(parts, place, report)
    else await storeTls(parts, place, report)
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    parts.ctx.log.info('A report could not be read', { reason: error.fault })
  }
}
