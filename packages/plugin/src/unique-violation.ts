import { matchAcrossCopies } from './across-copies.ts'

/**
 * A write would have stored a value twice under a unique key. Both databases report it alike.
 * @example
 * try { await scope.db.insertInto('links_links').values(link).execute() }
 * catch (error) { if (error instanceof UniqueViolation) throw new Problem('conflict', { cause: error }); throw error }
 * @since 1.0.0
 */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly table: string
  /** The columns of the key. */
  readonly columns: readonly string[]

  constructor(table: string, columns: readonly string[], options?: ErrorOptions) {
    super(`There is already a row of "${table}" with the same ${columns.join(', ') || 'values'}.`, options)
    this.table = table
    this.columns = Object.freeze([...columns])
  }
}
matchAcrossCopies(UniqueViolation, 'UniqueViolation')
