import { Api, ApiCalls, Clock, Jobs, Live, Records, type PluginContext, type ServiceToken } from '@host/plugin'
import type { ApprovalParts } from './approval-parts.ts'
import type { Tables } from './models.ts'

/** Looks up the dependencies of approvals. @throws Error naming a missing service */
export function openApprovalParts(ctx: PluginContext<Tables>): ApprovalParts {
  const live = needed(ctx, Live)
  return Object.freeze<ApprovalParts>({
    ctx,
    jobs: needed(ctx, Jobs),
    api: needed(ctx, Api),
    calls: needed(ctx, ApiCalls),
    records: needed(ctx, Records),
    clock: needed(ctx, Clock).now,
    notifyPages: (orgId) => live.changed(orgId, ['/api/mcp/approvals']),
  })
}

function needed<Service>(ctx: PluginContext<Tables>, token: ServiceToken<Service>): Service {
  const service = ctx.lookup(token)
  if (service === undefined) throw new Error(`Approvals need the service ${token.name} of the host.`)
  return service
}
