import type { Endpoint, EndpointError } from '@host/plugin/wire'
import { parsePattern } from '@host/plugin/wire'
import type { DeclaredError } from './attempt.ts'
import { ClientError } from './client-error.ts'

/**
 * Whether the error of a call is one that its endpoint's definition names: errors of the handler, and `not_found` where
 * the pattern names a record.
 * @example
 * try {
 *   await client.call(renameNote, { id, title })
 * } catch (error) {
 *   if (!isDeclared(renameNote, error)) throw error
 *   setProblem(error.code === 'conflict' ? 'taken' : 'gone')
 * }
 * @since 1.0.0
 */
export function isDeclared<E extends Endpoint>(endpoint: E, error: unknown): error is DeclaredError<EndpointError<E>> {
  if (!(error instanceof ClientError)) return false
  const named: readonly string[] = endpoint.errors
  return named.includes(error.code) || (error.code === 'not_found' && namesRecord(endpoint))
}

function namesRecord({ pattern }: Endpoint): boolean {
  return parsePattern(pattern).segments.some((segment) => 'name' in segment && segment.name !== undefined)
}
