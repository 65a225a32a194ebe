import type { MaybePromise } from '@host/plugin'
import type { Transactor } from '../db/transactor.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { CallerRights } from './caller-rights.ts'

/** A request with a key whose caller was let in, and the handler that it is for. */
export interface KeyedCall {
  readonly state: RequestState
  readonly orgId: string
  readonly userId: string
  readonly rights: CallerRights
  /** Lets the queries of the handler's scope run on a transaction; undefined when the handler is not atomic. */
  readonly runOn: ((on: Transactor) => void) | undefined
  /** Whether what it answers may be kept and given again: not what is shown once. */
  readonly keepsAnswer: boolean
  /** Runs the handler. */
  run(): MaybePromise<Response>
}
