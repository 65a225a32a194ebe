import { DatabaseError } from './database-error.ts'

/** Whether an error says that the database could not do its part, and not that somebody asked for something wrong. */
export function isOutage(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (error.code === 'unavailable' || error.code === 'storage_full')
}
