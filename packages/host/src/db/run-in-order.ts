import type { Connection } from './driver.ts'
import type { Statement, StatementResult } from './statement.ts'

/** Runs the statements of a batch on a transaction that is open. */
export async function runInOrder(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  const results: StatementResult[] = []
  let hasChanged = false
  for (const statement of statements) {
    const isLeftOut: boolean = statement.ifChanged === true && !hasChanged
    const result: StatementResult = isLeftOut ? nothing : await connection.run(statement)
    hasChanged ||= statement.writes && result.changes > 0
    results.push(result)
  }
  return results
}

const nothing: StatementResult = Object.freeze({ rows: [], changes: 0 })
