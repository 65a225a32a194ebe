import type { Mux, WorkspaceScope } from '@host/plugin'
import { approve, listApprovals, readApproval, readSubject, refuse, withdraw } from '../../shared/approvals.ts'
import { approvalDetails, approvalSubject } from './approval-details.ts'
import { listedApprovals, selectApproval, viewOf } from './approval-rows.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { decide } from './decide.ts'
import type { Tables } from './models.ts'

/** The routes of approvals. Who decides has a session: neither an agent nor anybody's token lets a call run. */
export function mountApprovals(mux: Mux<'mcp', Tables, 'mcp'>, parts: ApprovalParts): void {
  const view = (scope: WorkspaceScope<Tables>) => viewOf(parts, scope)
  mux.endpoint(listApprovals, async (scope) => {
    const page = await listedApprovals(parts, scope.db, { view: view(scope), wish: scope.input })
    return { items: [...page.items], nextCursor: page.nextCursor }
  })
  mux.endpoint(readApproval, async (scope) =>
    approvalDetails(parts, await selectApproval(scope.db, view(scope), scope.params.id), view(scope)),
  )
  mux.endpoint(readSubject, async (scope) =>
    approvalSubject(parts, await selectApproval(scope.db, {}, scope.params.id)),
  )
  mux.endpoint(approve, (scope) => decide(parts, scope, { id: scope.params.id, decision: 'approved', view: {} }))
  mux.endpoint(refuse, (scope) => {
    const { params, input } = scope
    return decide(parts, scope, { id: params.id, decision: 'refused', reason: input.reason, view: {} })
  })
  // What an admin ends of somebody else's is a refusal: only who has asked takes it back.
  mux.endpoint(withdraw, (scope) => {
    const seen = view(scope)
    const own = seen.tokenId === undefined ? { userId: scope.userId } : seen
    return decide(parts, scope, { id: scope.params.id, decision: 'withdrawn', view: own })
  })
}
