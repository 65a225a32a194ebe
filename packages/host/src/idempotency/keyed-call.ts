import type { MaybePromise } from '@host/plugin'
import type { Transactor } from '../db/transactor.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { KeyHolder } from './key-holder.ts'

/** A request with a key whose caller was authorized, and the handler that it is for. */
export interface KeyedCall extends KeyHolder {
  readonly state: RequestState
  /** Lets the queries of the handler's scope run on a transaction; undefined when the handler is not atomic. */
  readonly runOn: ((on: Transactor) => void) | undefined
  /** Whether what it answers may be kept and given again: not what is shown once. */
  readonly keepsAnswer: boolean
  /** Runs the handler. */
  run(): MaybePromise<Response>
}
