import { UniqueViolation } from '@host/plugin'
import { triggerProblem } from '../reference-error.ts'
import { DatabaseError, type DatabaseErrorCode } from '../database-error.ts'
import type { ThreadFailure } from './thread-failure.ts'

/** Results in which the file or the machine, and not the statement, is at fault; an extended code ends in one of them. */
const outages: ReadonlyMap<number, DatabaseErrorCode> = new Map<number, DatabaseErrorCode>([
  [5, 'unavailable'], // busy: another connection kept the lock for too long
  [6, 'unavailable'], // locked
  [7, 'unavailable'], // no memory
  [10, 'unavailable'], // input or output
  [13, 'storage_full'],
  [14, 'unavailable'], // a file that can't be opened
  [15, 'unavailable'], // the locking protocol
])

const uniqueCodes: ReadonlySet<unknown> = new Set([2067, 1555])
const notNullCode = 1299
const triggerCode = 1811
/** Of a cascade that is too deep, among others. */
const plainCode = 1

/** An error of SQLite as the layer reports it. */
export function sqliteError(error: unknown): Error {
  const { message, errcode } = error as Error & { readonly errcode?: unknown }
  const names = message.split(' constraint failed: ')[1]?.split(', ') ?? []
  const [table = '', column = ''] = names[0]?.split('.') ?? []
  if (uniqueCodes.has(errcode) && column !== '') {
    return new UniqueViolation(
      table,
      names.map((name) => name.slice(name.indexOf('.') + 1)),
      { cause: error },
    )
  }
  if (errcode === notNullCode) {
    return new DatabaseError('invalid_value', `${table}.${column} is required.`, { cause: error })
  }
  const ofTrigger = errcode === triggerCode || errcode === plainCode ? triggerProblem(message, error) : undefined
  if (ofTrigger !== undefined) return ofTrigger
  const outage = outages.get(Number(errcode) & 0xff)
  return outage === undefined
    ? (error as Error)
    : new DatabaseError(outage, `SQLite failed: ${message}`, { cause: error })
}

/** The error of another thread, as the layer reports it. */
export function receivedError({ message, errcode }: ThreadFailure): Error {
  return sqliteError(Object.assign(new Error(message), { errcode }))
}

/** A file that SQLite could not open or read. */
export function unusableFile(path: string, cause: unknown): Error {
  return new Error(`"${path}" can't be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}
