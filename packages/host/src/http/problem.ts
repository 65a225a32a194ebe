/**
 * Any thrown thing to one body (RFC 9457).
 *
 * A `Problem` says by name what happened and is sent as it says. Everything else is ours to hide: the answer is 500
 * with nothing of it inside, and the log has it under the same request id.
 */
import type { FieldError, Language, ProblemBody } from '@host/plugin'
import { errorCatalogue, json, Problem } from '@host/plugin'

/** The request that a problem answers. */
export interface ProblemContext {
  readonly requestId: string
  readonly language: Language
}

/** The problem that an error means to the client. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return codeOf(error) === 'ERR_BODY_TOO_LARGE'
    ? new Problem('body_too_large')
    : new Problem('internal', { cause: error })
}

/** A problem as the answer to a request. */
export function problemResponse(problem: Problem, { requestId, language }: ProblemContext): Response {
  const { title, nextStep } = errorCatalogue[problem.code]
  const { options } = problem
  const body: ProblemBody = {
    type: 'about:blank',
    title: title[language],
    status: problem.status,
    ...detailOf(problem),
    nextStep: options.nextStep ?? nextStep[language],
    code: problem.code,
    requestId,
    ...(options.errors === undefined ? {} : { errors: options.errors.map(copyField) }),
  }
  return json(body, {
    status: problem.status,
    headers: { 'cache-control': 'no-store', ...options.headers, 'content-type': 'application/problem+json' },
  })
}

function detailOf({ code, options: { detail } }: Problem): { readonly detail?: string } {
  return detail === undefined || code === 'internal' ? {} : { detail }
}

function copyField({ path, message }: FieldError): FieldError {
  return { path, message }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
