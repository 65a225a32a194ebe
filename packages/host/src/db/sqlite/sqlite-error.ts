import { UniqueViolation } from '@host/plugin'
import { DatabaseError } from '../database-error.ts'

const uniqueCodes: ReadonlySet<unknown> = new Set([2067, 1555])
const notNullCode = 1299

/** An error of SQLite as the layer reports it. */
export function sqliteError(error: unknown): Error {
  const { message, errcode } = error as Error & { readonly errcode?: unknown }
  const names = / constraint failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? []
  const [table = '', column = ''] = names[0]?.split('.') ?? []
  if (uniqueCodes.has(errcode) && column !== '') {
    return new UniqueViolation(
      table,
      names.map((name) => name.slice(name.indexOf('.') + 1)),
      { cause: error },
    )
  }
  if (errcode === notNullCode) {
    return new DatabaseError('invalid_value', `${table}.${column} needs a value.`, { cause: error })
  }
  return error as Error
}

/** A file that SQLite could not open or read. */
export function unusableFile(path: string, cause: unknown): Error {
  return new Error(`"${path}" can't be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}
