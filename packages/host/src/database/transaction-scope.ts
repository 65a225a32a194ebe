import { AsyncLocalStorage } from 'node:async_hooks'

const scopes = new AsyncLocalStorage<symbol>()

/**
 * Runs `work` outside of the transactions around it, of any database; those that it begins are its own. The rest of its
 * asynchronous context stays: traces, usage, the queue of background reads. It must only read: on SQLite a write would
 * wait for the writer that its caller holds.
 */
export function outsideTransactions<Result>(work: () => Result): Result {
  return scopes.run(Symbol('outside'), work)
}

/** The scope of the calling asynchronous context: a transaction is joined only where it began. */
export function transactionScope(): symbol | undefined {
  return scopes.getStore()
}
