import { DatabaseError, type DatabaseErrorCode } from './database-error.ts'

const outages: ReadonlySet<DatabaseErrorCode> = new Set<DatabaseErrorCode>([
  'unavailable',
  'busy',
  'storage_full',
  'closed',
])

/** Whether an error means that the database failed, and not that the request was wrong. */
export function isOutage(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && outages.has(error.code)
}
