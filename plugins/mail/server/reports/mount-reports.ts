import { domainToASCII } from 'node:url'
import { listOf } from '@host/plugin'
import { listReceivedReports, listReportedDomains, readReportedDomain, type ReceivedReport } from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'
import { reportDetails, reportedDomains } from './read-reports.ts'

/** Routes of reports of DMARC and TLS. */
export function mountReports(mux: MailMux, parts: Parts): void {
  mux.endpoint(listReportedDomains, async (scope) => ({
    items: [...(await reportedDomains(parts, scope, scope.input.days))],
  }))
  mux.endpoint(readReportedDomain, (scope) =>
    reportDetails(parts, scope, { domain: scope.params.domain, days: scope.input.days }),
  )
  mux.endpoint(listReceivedReports, async ({ db, input }) => {
    const rows = db
      .selectFrom('mail_reports')
      .select(['id', 'kind', 'domain', 'reporter', 'begins_at', 'ends_at', 'total', 'passed', 'received_at'])
    return await listOf({ db, input }, rows, {
      filter: { domain: { where: (build, domain) => build('domain', '=', domainToASCII(domain)) } },
      item: ({ begins_at: beginsAt, ends_at: endsAt, received_at: receivedAt, ...row }): ReceivedReport => ({
        ...row,
        beginsAt,
        endsAt,
        receivedAt,
      }),
    })
  })
}
