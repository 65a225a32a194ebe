import type { ProblemBody } from '@host/plugin'

/** Facts of a failed call. */
interface RefusedCall {
  readonly problem: ProblemBody | undefined
  /** The plugin's error, which clients don't see. */
  readonly fault: Error | undefined
}

/** Error of a typed call without a successful answer; `cause` is the plugin's error, if any. */
export class TestCallError extends Error {
  override readonly name = 'TestCallError'
  readonly status: number
  /** A code of the error catalog; empty when the answer had no problem body. */
  readonly code: string
  readonly problem: ProblemBody | undefined

  constructor(call: string, status: number, { problem, fault }: RefusedCall) {
    const reason = fault === undefined ? (problem?.detail ?? '') : fault.message
    super(`${call} answered ${status} ${problem?.code ?? ''} ${reason}`.trimEnd(), { cause: fault })
    this.status = status
    this.code = problem?.code ?? ''
    this.problem = problem
  }
}
