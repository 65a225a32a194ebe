import type { WorkspaceContext } from '@host/plugin'
import type { GuardTools } from '../pipeline/guard.ts'
import type { AnyTables } from './host-parts.ts'

/** The scope of a workspace for hooks, which no request starts. */
export function workspaceContext<Tables = AnyTables>(tools: GuardTools, orgId: string): WorkspaceContext<Tables> {
  return Object.freeze<WorkspaceContext<Tables>>({
    orgId,
    db: tools.database(orgId),
    log: tools.log,
    signal: tools.stopping,
    language: 'en',
    now: tools.now,
  })
}
