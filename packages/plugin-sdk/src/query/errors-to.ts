import type { ClientError } from '@host/client'

/** Handler of a failed query: the gate around the page, the page itself, or the list for all but rejections. */
export type ErrorsTo = 'gate' | 'page' | 'list'

/** The statuses for which the gate has a view of its own (spec §7). */
const gateStatuses: ReadonlySet<number> = new Set([402, 403, 404])

/**
 * Whether the gate replaces the page. A rejection always does, even over visible data, because the user may no longer
 * see it. Other failures do so only before data has arrived. A lost session is handled by the shell.
 */
function belongsToGate(errors: ErrorsTo | undefined, error: ClientError, hasData: boolean): boolean {
  if (errors === 'page' || error.status === 401) return false
  return gateStatuses.has(error.status) || (!hasData && errors !== 'list')
}

/** The parts of a query result that decide where its error is shown. */
interface Held<Data> {
  readonly data: Data | undefined
  readonly error: ClientError | null
  readonly isPending: boolean
  readonly isFetching: boolean
}

/**
 * The result a page can read. Errors for the gate are thrown, except while the query is refetching: a page the user
 * returns to starts with its skeleton, without the data shown before the rejection.
 * @throws {ClientError} for the gate around the page
 */
export function readableResult<Data>(held: Held<Data>, errors: ErrorsTo | undefined): Held<Data> {
  const { data, error, isPending, isFetching } = held
  if (error === null || !belongsToGate(errors, error, data !== undefined)) return { data, error, isPending, isFetching }
  if (!isFetching) throw error
  return { data: undefined, error: null, isPending: true, isFetching }
}
