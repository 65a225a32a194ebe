import type { ErrorCode, ProblemBody } from '@host/plugin/wire'

/**
 * Why a call failed: a code of the error catalogue that the server sent, or one of the client's own.
 * `network`: no answer came. `timeout`: none came in time. `unexpected_answer`: what came is not the API's.
 */
export type ClientErrorCode = ErrorCode | 'network' | 'timeout' | 'unexpected_answer'

/** What a `ClientError` is made of. */
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

/** An error of a call whose code is known to be one of some. */
export type ErrorWith<Code extends ClientErrorCode> = ClientError & { readonly code: Code }

/**
 * The one error of a call, whatever went wrong. Its message is the cause in a sentence for people.
 * An aborted call is no error of this kind: it rejects with the signal's reason.
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
