/**
 * A route that needs an approval is open to an agent's token only through an approval, whichever way the call comes.
 *
 * The approval is stated by the caller that the host creates for it (`ApiCalls.callAs`); nothing in a request can state
 * it. A dry run is guarded without this: it ends before anything runs.
 */
import { Problem } from '@host/plugin'
import type { Caller } from '../request/caller.ts'
import { isAgent } from './agent-token.ts'

/** Asks for the approval of a call. @throws Problem `approval_required` */
export type RequireApproval = (caller: Pick<Caller, 'scopes' | 'agent'>) => void

/** The check of a route that needs an approval. @param agentScopes scopes of which an agent's token has at least one */
export function approvalRequirement(agentScopes: ReadonlySet<string>): RequireApproval {
  return (caller) => {
    const { approvedBy = '' } = caller.agent ?? {}
    if (approvedBy !== '' || !isAgent(caller, agentScopes)) return
    throw new Problem('approval_required')
  }
}
