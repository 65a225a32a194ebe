import { UniqueViolation } from '@host/plugin'
import { DatabaseError } from '../database-error.ts'

interface ServerError extends Error {
  readonly code?: string
  readonly table?: string
  readonly column?: string
  readonly detail?: string
}

/** An error of PostgreSQL as the layer reports it. */
export function postgresError(error: unknown): Error {
  const { code, table = '', column, detail = '' } = error as ServerError
  if (code === '23505') return new UniqueViolation(table, keyColumns(detail), { cause: error })
  if (code === '23502') {
    return new DatabaseError('invalid_value', `${table}.${column ?? ''} needs a value.`, { cause: error })
  }
  return error as Error
}

/** `Key (org_id, "end")=(a, b) already exists.` */
function keyColumns(detail: string): readonly string[] {
  const names = /^Key \((.+?)\)=\(/s.exec(detail)?.[1]?.split(', ') ?? []
  return names.map((name) => name.replace(/^"(.*)"$/s, '$1'))
}
