import type { RequestState } from '../../request/request-state.ts'

/** A call from inside of the build whose caller is known, ready for the middleware of its route. */
export interface InternalCall {
  readonly state: RequestState
  /** The route that it is meant for; a path that leads to another one leads nowhere. */
  readonly pattern: string
  readonly isDryRun: boolean
}
