import type { Dialect } from '../database/statement.ts'

/** SQL that is written with a question mark for each parameter, as a database takes it. */
export function numbered(dialect: Dialect, sql: string): string {
  if (dialect === 'sqlite') return sql
  let place = 0
  return sql.replaceAll('?', () => {
    place += 1
    return `$${place}`
  })
}
