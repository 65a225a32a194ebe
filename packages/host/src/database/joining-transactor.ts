import type { Database } from './database.ts'
import type { Connection } from './driver.ts'
import { runInOrder } from './run-in-order.ts'
import type { Dialect, Statement, StatementResult } from './statement.ts'
import type { TransactionOptions, Transactor } from './transactor.ts'

/**
 * The database for a part of the host that is called from anywhere, even from inside a caller's transaction: there it
 * reads and writes as part of that transaction, since waiting for the writer that its own caller holds would never end.
 * Its reads and writes are the host's, over all workspaces.
 */
export class JoiningTransactor implements Transactor {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  get dialect(): Dialect {
    return this.#database.dialect
  }

  /** The transaction that is joined at this place of the program; undefined outside of any. */
  get joined(): Connection | undefined {
    return this.#database.current
  }

  /** Runs `work` after the commit of the joined transaction, or at once; see `Database`. */
  afterCommit(work: () => void): void {
    this.#database.afterCommit(work)
  }

  async run(statement: Statement): Promise<StatementResult> {
    const { joined } = this
    return joined === undefined ? await this.#database.run(statement) : await overAll(joined).run(statement)
  }

  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    const { joined } = this
    return joined === undefined ? await this.#database.batch(statements) : await runInOrder(overAll(joined), statements)
  }

  /** Inside a transaction `work` is part of it: its error must roll back the whole. */
  async transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result> {
    const { joined } = this
    return joined === undefined ? await this.#database.transaction(work, options) : await work(overAll(joined))
  }
}

/** A joined transaction may be bound to a workspace, whose row-level security shows and takes no rows of others. */
function overAll(joined: Connection): Connection {
  return { run: async (statement) => await joined.run({ ...statement, isOverAll: true }) }
}
