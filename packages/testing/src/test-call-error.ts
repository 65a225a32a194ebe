import type { ProblemBody } from '@host/plugin'

/** What is known of a call that did not succeed. */
interface RefusedCall {
  readonly problem: ProblemBody | undefined
  /** What the plugin did wrong, which no client is told. */
  readonly fault: Error | undefined
}

/** What a typed call throws when the host did not answer with success; `cause` is the plugin's fault, where it was one. */
export class TestCallError extends Error {
  override readonly name = 'TestCallError'
  readonly status: number
  /** A code of the error catalogue; empty when the answer had no problem body. */
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
