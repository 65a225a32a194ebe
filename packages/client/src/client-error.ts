import type { ErrorCode, ProblemBody } from '@host/plugin/wire'

/**
 * Why a call failed: a code of the error catalog from the server, or one of the client's own. `network`: no answer.
 * `timeout`: no answer in time. `unexpected_answer`: the answer is not the API's.
 */
export type ClientErrorCode = ErrorCode | 'network' | 'timeout' | 'unexpected_answer'

/** Facts of a `ClientError`. */
export interface ClientErrorFacts {
  readonly code: ClientErrorCode
  /** 0 when no answer came. */
  readonly status: number
  readonly message: string
  readonly problem?: ProblemBody | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** An error of a call with one of the given codes. */
export type ErrorWith<Code extends ClientErrorCode> = ClientError & { readonly code: Code }

/**
 * The one error of a call, whatever its cause. Its message is the cause in a sentence for people. An aborted call has
 * no such error: it rejects with the signal's reason.
 * @since 1.0.0
 */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The body of the answer, when it was a problem of the API. */
  readonly problem: ProblemBody | undefined
  /** The id under which the server logged the request. */
  readonly requestId: string | undefined
  /** How long the server asks to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(facts: ClientErrorFacts) {
    super(facts.message, { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.problem = facts.problem
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}
