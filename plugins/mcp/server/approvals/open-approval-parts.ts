import { Clock, Jobs, Live, type PluginContext, requireService } from '@host/plugin'
import { Api, ApiCalls, Records } from '@host/plugin/platform'
import type { ApprovalParts } from './approval-parts.ts'
import type { Tables } from './models.ts'

/** Looks up the dependencies of approvals. @throws Error naming a missing service */
export function openApprovalParts(ctx: PluginContext<Tables>): ApprovalParts {
  const live = requireService(ctx, Live)
  return Object.freeze<ApprovalParts>({
    ctx,
    jobs: requireService(ctx, Jobs),
    api: requireService(ctx, Api),
    calls: requireService(ctx, ApiCalls),
    records: requireService(ctx, Records),
    clock: requireService(ctx, Clock).now,
    notifyPages: (orgId) => live.changed(orgId, ['/api/mcp/approvals']),
  })
}
