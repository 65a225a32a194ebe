import type { ClientError } from '@host/client'

/** Who tells the reader about a failed query: the gate around the page, or the page itself. */
export type ErrorsTo = 'gate' | 'page'

/** The statuses for which the gate has a view of its own (spec §7). */
const gateStatuses: ReadonlySet<number> = new Set([402, 403, 404])

/**
 * Whether the gate takes the page's place. A refusal always does, even over data that are shown: they are no longer
 * the reader's to see. Other failures only while there is nothing to show. A lost session is the shell's.
 */
export function belongsToGate(errors: ErrorsTo | undefined, error: ClientError, hasData: boolean): boolean {
  if (errors === 'page' || error.status === 401) return false
  return gateStatuses.has(error.status) || !hasData
}
