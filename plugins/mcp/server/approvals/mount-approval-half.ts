import type { Mux, PluginContext } from '@host/plugin'
import { Approvals } from './approvals.ts'
import { handleApprovalJobs } from './handle-approval-jobs.ts'
import type { Tables } from './models.ts'
import { mountApprovals } from './mount-approvals.ts'
import { openApprovalParts } from './open-approval-parts.ts'
import { hearEndedTokens } from './withdraw-approvals.ts'

/** Mounts the routes, jobs and events of approvals. @returns the approvals for tools */
export function mountApprovalHalf(mux: Mux<'mcp', Tables, 'mcp'>, ctx: PluginContext<Tables>): Approvals {
  const parts = openApprovalParts(ctx)
  mountApprovals(mux, parts)
  handleApprovalJobs(parts)
  hearEndedTokens(parts)
  return new Approvals(parts)
}
