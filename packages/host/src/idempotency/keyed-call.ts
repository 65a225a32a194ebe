import type { MaybePromise } from '@host/plugin'
import type { Transactor } from '../database/transactor.ts'
import type { RequestState } from '../request/request-state.ts'
import type { KeyHolder } from './key-holder.ts'

/** An authorized request with a key, and its handler. */
export interface KeyedCall extends KeyHolder {
  readonly state: RequestState
  /** Lets the queries of the handler's scope run on a transaction; undefined when the handler is not atomic. */
  readonly runOn: ((on: Transactor) => void) | undefined
  /** Whether its answer may be stored and replayed: not if it contains a secret shown once. */
  readonly keepsAnswer: boolean
  /**
   * Work before the handler and outside of its transaction, such as receiving a file; undefined where there is none. Its
   * result is disposed of once the handler's transaction has ended.
   */
  readonly prepare: (() => Promise<AsyncDisposable>) | undefined
  /** Runs the handler. */
  run(): MaybePromise<Response>
}
