import type { Connection } from './driver.ts'
import type { Statement, StatementResult } from './statement.ts'

/**
 * Runs the statements of a batch on a transaction that is open. They are sent together, but for one that depends on
 * whether those before it changed anything.
 */
export async function runInOrder(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  const results: StatementResult[] = []
  let hasChanged = false
  for (let at = 0; at < statements.length;) {
    const together = statements.slice(at, endOfGroup(statements, at, hasChanged))
    const isLeftOut: boolean = together[0]?.ifChanged === true && !hasChanged
    const group: readonly StatementResult[] = isLeftOut
      ? together.map(() => nothing)
      : await Promise.all(together.map((each) => connection.run(each)))
    hasChanged ||= group.some(({ changes }, index) => together[index]?.writes === true && changes > 0)
    results.push(...group)
    at += together.length
  }
  return results
}

/** Where statements end that need no result of the one at `at`, nor of any after it. */
function endOfGroup(statements: readonly Statement[], at: number, hasChanged: boolean): number {
  if (hasChanged) return statements.length
  if (statements[at]?.ifChanged === true) return at + 1
  const next = statements.findIndex((statement, index) => index > at && statement.ifChanged === true)
  return next === -1 ? statements.length : next
}

const nothing: StatementResult = Object.freeze({ rows: [], changes: 0 })
