/**
 * All statements of a transaction, or of a batch, belong to one workspace or to none in particular: row-level security
 * is set once, so a statement of another workspace would run under the wrong name.
 */
import type { Statement } from './statement.ts'
import { DatabaseError } from './database-error.ts'

/** The one workspace that statements name; undefined when none names any. @throws DatabaseError when there are two */
export function tenantOf(statements: readonly Statement[]): string | undefined {
  let found: string | undefined
  for (const { tenant } of statements) {
    if (tenant !== undefined && tenant !== (found ??= tenant)) throw mixedTenants()
  }
  return found
}

/** The refusal of a statement in a transaction of another workspace. */
export function mixedTenants(): DatabaseError {
  return new DatabaseError(
    'query_refused',
    'A query of one workspace ran in a transaction of another workspace or of the instance: open a transaction for its workspace.',
  )
}
