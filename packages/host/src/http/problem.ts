/**
 * Turns any thrown value into one body (RFC 9457).
 *
 * A `Problem` names the error and is sent as it is. Everything else is hidden: the answer is 500 without internal
 * details, and the log has them under the same request id.
 */
import { Problem } from '@host/plugin'
import { isOutage } from '../database/is-outage.ts'
import { databaseProblem } from './database-problem.ts'
import { errorAnswer } from './error-answer.ts'
import { problemBody, type ProblemReader } from './problem-body.ts'

/** The problem that an error means to the client. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isOutage(error)) return databaseProblem(error)
  return codeOf(error) === 'ERR_BODY_TOO_LARGE'
    ? new Problem('body_too_large')
    : new Problem('internal', { cause: error })
}

/** A problem as the answer to a request. */
export function problemResponse(problem: Problem, reader: ProblemReader): Response {
  const { code, status, options } = problem
  const detail = code === 'internal' ? undefined : options.detail
  const { nextStep, errors, facts, headers = {} } = options
  return errorAnswer(problemBody({ code, status, detail, nextStep, errors, facts }, reader), headers, reader)
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
