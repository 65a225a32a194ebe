/**
 * What needs an approval is open to the token of an agent through an approval alone, whichever door the call comes by.
 *
 * That someone has let the call run stands in the caller that the host has made for it (`ApiCalls.callAs`); nothing
 * that a request carries says so. A dry run is guarded without this: it ends before anything runs.
 */
import { Problem } from '@host/plugin'
import type { Caller } from '../identity/caller.ts'
import { isAgent } from './agent-token.ts'

/** Asks for the approval of a call. @throws Problem `approval_required` */
export type RequireApproval = (caller: Pick<Caller, 'scopes' | 'agent'>) => void

/** What a route that needs an approval asks of its callers. @param agentScopes what a token of an agent has one of */
export function approvalDemand(agentScopes: ReadonlySet<string>): RequireApproval {
  return (caller) => {
    const { approvedBy = '' } = caller.agent ?? {}
    if (approvedBy !== '' || !isAgent(caller, agentScopes)) return
    throw new Problem('approval_required')
  }
}
