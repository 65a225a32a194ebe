import { AsyncLocalStorage } from 'node:async_hooks'
import type { Statement } from '../statement.ts'

const scope = new AsyncLocalStorage<string>()

/** Makes every read outside of a transaction that `work` sends a background read. @param queue where they wait */
export function withBackgroundReads<Result>(queue: string, work: () => Result): Result {
  return scope.run(queue, work)
}

/** The statement as it runs here: in the background where its own database, or the code around it, asks for that. */
export function inScope(statement: Statement): Statement {
  const backgroundQueue = scope.getStore()
  if (backgroundQueue === undefined || statement.writes || statement.backgroundQueue !== undefined) return statement
  return { ...statement, backgroundQueue }
}
