import { ParsePoolClosedError, ParseQueueFullError } from '@host/email'
import { Problem } from '@host/plugin'

/** Seconds after which a caller tries again. */
const headers = { 'retry-after': '5' }

/** The problem of a process that has too much to do at the moment. */
export function busyProblem(cause?: unknown): Problem {
  return new Problem('overloaded', { headers, cause })
}

/** The problem of a message that the parser did not take; any other error as it is. */
export function parserProblem(cause: unknown): unknown {
  if (cause instanceof ParseQueueFullError) return busyProblem(cause)
  if (cause instanceof ParsePoolClosedError) return new Problem('service_unavailable', { headers, cause })
  return cause
}
