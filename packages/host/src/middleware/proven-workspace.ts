/**
 * Which workspace a request proves to come from, where a route is public and shows each workspace what is its own.
 *
 * What counts is what a guard of that workspace would count: a session or a token of a member, with the second factor and
 * the single sign-on that the workspace asks for. Scopes do not count: they say what a token may do, and to be told what
 * its workspace has switched on is nothing that it does. Nothing else may be given away by this proof.
 */
import { stateOf } from './request-state.ts'
import { bringsBearer, refusedToken } from './session.ts'

/**
 * The id of the workspace; undefined for strangers, and for whoever a guard of their workspace would not let in.
 * @throws Problem `unauthenticated` for a bearer that is not a token of ours: its sender is not a stranger, but mistaken
 */
export function provenWorkspace(request: Request): string | undefined {
  const state = stateOf(request)
  if (state === undefined) return undefined
  const prover = state.caller ?? state.holder
  if (prover === undefined && bringsBearer(state)) throw refusedToken()
  if (prover === undefined || prover.needsSso || prover.needsSecondFactor) return undefined
  return prover.orgId
}
