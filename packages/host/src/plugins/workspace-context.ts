import type { AnyWorkspaceContext } from './host-parts.ts'
import type { GuardTools } from '../pipeline/guard.ts'

/** The scope of a workspace for hooks, which no request starts. */
export function workspaceContext(tools: GuardTools, orgId: string): AnyWorkspaceContext {
  return Object.freeze<AnyWorkspaceContext>({
    orgId,
    db: tools.database(orgId) as unknown as AnyWorkspaceContext['db'],
    log: tools.log,
    signal: tools.stopping,
    language: 'en',
    now: tools.now,
  })
}
