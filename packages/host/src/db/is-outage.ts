import { DatabaseError, type DatabaseErrorCode } from './database-error.ts'

const outages: ReadonlySet<DatabaseErrorCode> = new Set<DatabaseErrorCode>([
  'unavailable',
  'busy',
  'storage_full',
  'closed',
])

/** Whether an error says that the database could not do its part, and not that someone asked for something wrong. */
export function isOutage(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && outages.has(error.code)
}
