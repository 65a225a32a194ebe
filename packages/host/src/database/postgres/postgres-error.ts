import { UniqueViolation } from '@host/plugin'
import pg from 'pg'
import { DatabaseError, type DatabaseErrorCode } from '../database-error.ts'
import { referenceProblem } from '../reference-error.ts'
import type { UniqueKeys } from './unique-keys.ts'

interface ServerError extends Error {
  readonly code?: string
  readonly table?: string
  readonly column?: string
  readonly detail?: string
  readonly constraint?: string
}

/**
 * States in which the server, and not the statement, is at fault: by the whole code, or by its class. A statement that
 * the server gave up for its time is among them: it may be the load, and a later try may end in time.
 */
const outages: ReadonlyMap<string, DatabaseErrorCode> = new Map<string, DatabaseErrorCode>([
  ['08', 'unavailable'], // the connection
  ['53', 'unavailable'], // resources, such as memory or connections
  ['53100', 'storage_full'],
  ['57', 'unavailable'], // the operator: shutdown, restart, a cancelled statement
  ['58', 'unavailable'], // the system below, such as an error of input or output
  ['25006', 'unavailable'], // a server that only reads, as one does that another has replaced
  ['25P03', 'unavailable'], // a transaction that was idle for too long, with its connection
])

/**
 * An error of PostgreSQL, or of the way to it, as the layer reports it.
 * @param uniqueKeys for a server that does not say which columns a violation is about
 */
export function postgresError(error: unknown, uniqueKeys: UniqueKeys = new Map()): Error {
  if (error instanceof DatabaseError || error instanceof TypeError) return error
  if (!(error instanceof pg.DatabaseError)) return outage('unavailable', error)
  const { code = '', table = '', column, detail = '', constraint = '' } = error as ServerError
  const outageCode = outages.get(code) ?? outages.get(code.slice(0, 2))
  if (outageCode !== undefined) return outage(outageCode, error)
  if (code === '23505') {
    return new UniqueViolation(table, keyColumns(detail) ?? uniqueKeys.get(constraint) ?? [], { cause: error })
  }
  if (code === '23503' || code === '23001') {
    return referenceProblem(detail.includes('is not present') ? 'missing' : 'in use', error)
  }
  if (code === '23502') {
    return new DatabaseError('invalid_value', `${table}.${column ?? ''} is required.`, { cause: error })
  }
  return code === '42501' ? refused(error) : error
}

/** Whether the server canceled a statement, for its time as a rule. */
export function isCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}

/** Includes rows refused by row-level security. */
function refused(cause: Error): DatabaseError {
  return new DatabaseError('query_refused', `PostgreSQL refused a statement: ${cause.message}.`, { cause })
}

function outage(code: DatabaseErrorCode, cause: unknown): DatabaseError {
  const { message, code: name } = cause as NodeJS.ErrnoException
  return new DatabaseError(code, `PostgreSQL failed: ${message === '' ? String(name) : message}`, {
    cause,
  })
}

/** `Key (org_id, "end")=(a, b) already exists.` */
function keyColumns(detail: string): readonly string[] | undefined {
  const names = /^Key \((.+?)\)=\(/s.exec(detail)?.[1]?.split(', ')
  return names?.map((name) => name.replace(/^"(.*)"$/s, '$1'))
}
