import {
  addDeniedHost,
  askReview,
  dismissReport,
  listDeniedHosts,
  listInstanceLinks,
  listReports,
  quarantineLink,
  readReportSummary,
  removeDeniedHost,
  restoreLink,
} from '../../shared.ts'
import { selectLink, shownLink } from '../links/link-rows.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { deniedHosts, linksOfAll, reportsOfAll, reportSummary } from './console-rows.ts'
import { allowHost, askForReview, denyHost, dismissOne, quarantineOne, restoreOne } from './decisions.ts'

/** Routes of reports and quarantines. */
export function mountAbuse(mux: LinksMux, parts: Parts): void {
  const { audit } = parts.ctx
  mux.endpoint(listReports, ({ input }) => reportsOfAll(parts, input))
  mux.endpoint(readReportSummary, () => reportSummary(parts))
  mux.endpoint(listInstanceLinks, ({ input }) => linksOfAll(parts, input))
  mux.endpoint(listDeniedHosts, ({ input }) => deniedHosts(parts, input))
  mux.endpoint(dismissReport, async ({ params, userId, request }) => {
    const { org_id: orgId, link_id: linkId } = await dismissOne(parts, { id: params.id, userId })
    audit.describe(request, { target: `link report:${params.id}`, before: { workspace: orgId, link: linkId } })
  })
  mux.endpoint(quarantineLink, async ({ params, input, userId, request }) => {
    const orgId = await quarantineOne(parts, { ...input, id: params.id, userId })
    audit.describe(request, { orgId, target: `link:${params.id}`, after: { ...input } })
  })
  mux.endpoint(restoreLink, async ({ params, request }) => {
    const orgId = await restoreOne(parts, { id: params.id })
    audit.describe(request, { orgId, target: `link:${params.id}` })
  })
  mux.endpoint(addDeniedHost, async ({ input, userId, request }) => {
    const denied = await denyHost(parts, { ...input, userId })
    audit.describe(request, { target: `denied host:${denied.id}`, after: { host: denied.host } })
    return denied
  })
  mux.endpoint(removeDeniedHost, async ({ params, request }) => {
    const host = await allowHost(parts, params.id)
    audit.describe(request, { target: `denied host:${params.id}`, before: { host } })
  })
  mux.endpoint(askReview, async (scope) => {
    const { id } = scope.params
    await askForReview(parts, scope, { ...scope.input, id })
    return await shownLink(parts, scope.db, await selectLink(scope.db, id))
  })
}
