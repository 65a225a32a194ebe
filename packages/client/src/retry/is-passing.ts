import { ClientError } from '../client-error.ts'

const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Whether the same call may succeed a moment later: no answer, a busy server or proxy, or an unfinished first run with
 * the same key. A 500 is not: the handler ran, and will fail again.
 */
export function isPassing(error: unknown): error is ClientError {
  if (!(error instanceof ClientError)) return false
  if (error.code === 'network' || error.code === 'timeout') return true
  return passingStatuses.has(error.status) || error.code === 'idempotency_in_flight'
}
