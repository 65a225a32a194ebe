import type { Mux, WorkspaceScope } from '@host/plugin'
import { approve, listApprovals, readApproval, readSubject, refuse, withdraw } from '../../shared/approvals.ts'
import { approvalDetails, approvalSubject } from './approval-details.ts'
import { listedApprovals, selectApproval, viewOf } from './approval-rows.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { decide } from './decide.ts'
import type { Tables } from './models.ts'

/** Routes of approvals. A decision requires a session: no agent and no token can approve a call. */
export function mountApprovals(mux: Mux<'mcp', Tables, 'mcp'>, parts: ApprovalParts): void {
  const view = (scope: WorkspaceScope<Tables>) => viewOf(parts, scope)
  mux.endpoint(listApprovals, (scope) => listedApprovals(parts, scope, view(scope)))
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
  // An admin ends another user's call by refusing it: only its requester withdraws it.
  mux.endpoint(withdraw, (scope) => {
    const seen = view(scope)
    const own = seen.tokenId === undefined ? { userId: scope.userId } : seen
    return decide(parts, scope, { id: scope.params.id, decision: 'withdrawn', view: own })
  })
}
