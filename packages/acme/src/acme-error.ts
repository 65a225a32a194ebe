/** Types of problems that an authority answers with (RFC 8555, section 6.7, RFC 9773, section 5, and the draft of profiles). */
export const problemTypes = [
  'accountDoesNotExist',
  'alreadyReplaced',
  'alreadyRevoked',
  'badCSR',
  'badNonce',
  'badPublicKey',
  'badRevocationReason',
  'badSignatureAlgorithm',
  'caa',
  'compound',
  'connection',
  'dns',
  'externalAccountRequired',
  'incorrectResponse',
  'invalidContact',
  'invalidProfile',
  'malformed',
  'orderNotReady',
  'rateLimited',
  'rejectedIdentifier',
  'serverInternal',
  'tls',
  'unauthorized',
  'unsupportedContact',
  'unsupportedIdentifier',
  'userActionRequired',
] as const

export type ProblemType = (typeof problemTypes)[number]

/**
 * Why a request to an authority failed. `problem`: a problem of an unknown type. `unavailable`: a status without a
 * problem. `bad_answer`, `too_large`: an answer that breaks the protocol or its limits. `unreachable`, `timeout`: none
 * arrived. `unsupported`: the authority lacks a feature.
 */
export type AcmeErrorCode =
  | ProblemType
  | 'problem'
  | 'unavailable'
  | 'bad_answer'
  | 'too_large'
  | 'unreachable'
  | 'timeout'
  | 'unsupported'

/** A problem of an authority: a refused request, or the reason why a challenge or an order is invalid. */
export interface AcmeProblem {
  readonly code: AcmeErrorCode
  /** The authority's sentence in one line, at most 500 characters; it is text of an outside party. */
  readonly detail: string
  /** The name that it is about. */
  readonly name?: string | undefined
}

/** Facts of an error beside its code. */
export interface AcmeErrorFacts {
  readonly status?: number | undefined
  /** Milliseconds to wait, as the authority wishes. */
  readonly retryAfter?: number | undefined
  readonly problems?: readonly AcmeProblem[] | undefined
  readonly cause?: unknown
}

/** The one error of this package. Its message may have the authority's sentence. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError'
  readonly code: AcmeErrorCode
  readonly status: number | undefined
  /** Milliseconds to wait, as the authority wishes; not bounded. */
  readonly retryAfter: number | undefined
  /** One for each name, where the authority says so. */
  readonly problems: readonly AcmeProblem[]

  constructor(code: AcmeErrorCode, message: string, facts: AcmeErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status
    this.retryAfter = facts.retryAfter
    this.problems = facts.problems ?? []
  }
}
