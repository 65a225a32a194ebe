import { stateOf, type RequestState } from '../middleware/request-state.ts'

/** The other end of a request, as the proxies that are trusted say. */
export type Client = Pick<RequestState, 'address' | 'isSecure'>

/** Who sent a request. @throws TypeError for a copy of a request, of which the host knows nothing */
export function clientOf(request: Request): Client {
  const state = stateOf(request)
  if (state === undefined) throw new TypeError('Hand on the request of the scope itself, not a copy of it.')
  return state
}
