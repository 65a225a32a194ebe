import type { ProblemBody } from '@host/plugin'

/** What a typed call throws when the host did not answer with success. */
export class TestCallError extends Error {
  override readonly name = 'TestCallError'
  readonly status: number
  /** A code of the error catalogue; empty when the answer had no problem body. */
  readonly code: string
  readonly problem: ProblemBody | undefined

  constructor(call: string, status: number, problem: ProblemBody | undefined) {
    super(`${call} answered ${status} ${problem?.code ?? ''} ${problem?.detail ?? ''}`.trimEnd())
    this.status = status
    this.code = problem?.code ?? ''
    this.problem = problem
  }
}
