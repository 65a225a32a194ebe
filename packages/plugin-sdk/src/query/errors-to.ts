import type { ClientError } from '@host/client'

/** Who tells the reader about a failed query: the gate around the page, or the page itself. */
export type ErrorsTo = 'gate' | 'page'

/** The statuses for which the gate has a view of its own (spec §7). */
const gateStatuses: ReadonlySet<number> = new Set([402, 403, 404])

/**
 * Whether the gate takes the page's place. A refusal always does, even over data that are shown: they are no longer
 * the reader's to see. Other failures only while there is nothing to show. A lost session is the shell's.
 */
function belongsToGate(errors: ErrorsTo | undefined, error: ClientError, hasData: boolean): boolean {
  if (errors === 'page' || error.status === 401) return false
  return gateStatuses.has(error.status) || !hasData
}

/** What a query holds, as far as it decides who tells the reader. */
interface Held<Data> {
  readonly data: Data | undefined
  readonly error: ClientError | null
  readonly isPending: boolean
  readonly isFetching: boolean
}

/**
 * What a page may read of a query. What belongs to the gate is thrown, but not while it is asked again: a page that
 * the reader comes back to begins with its skeleton, and with nothing of what was shown before the refusal.
 * @throws {ClientError} for the gate around the page
 */
export function readableResult<Data>(held: Held<Data>, errors: ErrorsTo | undefined): Held<Data> {
  const { data, error, isPending, isFetching } = held
  if (error === null || !belongsToGate(errors, error, data !== undefined)) return { data, error, isPending, isFetching }
  if (!isFetching) throw error
  return { data: undefined, error: null, isPending: true, isFetching }
}
