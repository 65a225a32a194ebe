/**
 * The workspace that a request proves to come from, where a public route shows each workspace its own data.
 *
 * The proof is that of the workspace's guard: a session or a token of a member, with the second factor and the single
 * sign-on that the workspace requires. Scopes do not count: they limit the actions of a token, and reading the features
 * of its own workspace is not an action. This proof must not expose anything else.
 */
import { stateOf } from '../request/request-state.ts'
import { bringsBearer, refusedToken } from './session.ts'

/**
 * The id of the workspace; undefined for anonymous clients, and for callers that a guard of their workspace would
 * refuse.
 * @throws Problem `unauthenticated` for a bearer that is not one of our tokens: its sender is mistaken, not anonymous
 */
export function provenWorkspace(request: Request): string | undefined {
  const state = stateOf(request)
  if (state === undefined) return undefined
  const prover = state.caller ?? state.holder
  if (prover === undefined && bringsBearer(state)) throw refusedToken()
  if (prover === undefined || prover.needsSso || prover.needsSecondFactor) return undefined
  return prover.orgId
}
