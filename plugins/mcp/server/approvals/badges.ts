import type { PluginContext, WorkspaceScope } from '@host/plugin'
import { viewOf } from './approval-rows.ts'
import type { Tables } from './models.ts'
import { openApprovalParts } from './open-approval-parts.ts'

const mostCounted = 100

/** Calls that wait for an approval, of those that the caller sees. */
export async function badges(
  scope: WorkspaceScope<Tables>,
  ctx: PluginContext<Tables>,
): Promise<Readonly<Record<string, number>>> {
  const parts = openApprovalParts(ctx)
  const { tokenId, userId } = viewOf(parts, scope)
  let query = scope.db
    .selectFrom('mcp_approvals')
    .select('id')
    .where('state', '=', 'pending')
    .where('expires_at', '>', new Date(parts.clock()).toISOString())
  if (tokenId !== undefined) query = query.where('token_id', '=', tokenId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return { approvals: (await query.limit(mostCounted).execute()).length }
}
