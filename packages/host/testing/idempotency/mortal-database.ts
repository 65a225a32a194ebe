import type { Connection } from '../../src/database/driver.ts'
import type { Dialect, Statement, StatementResult } from '../../src/database/statement.ts'
import type { TransactionOptions, Transactor } from '../../src/database/transactor.ts'

/** A database as seen by one process that can die: nothing it has begun continues or commits after that. */
export class MortalDatabase implements Transactor {
  readonly #database: Transactor
  readonly #death = Promise.withResolvers<never>()
  #isDead = false

  constructor(database: Transactor) {
    this.#database = database
    this.#death.promise.catch(() => undefined)
  }

  get dialect(): Dialect {
    return this.#database.dialect
  }

  die(): void {
    this.#isDead = true
    this.#death.reject(new Error('The process is dead.'))
  }

  run(statement: Statement): Promise<StatementResult> {
    return this.#heard(() => this.#database.run(statement))
  }

  batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    return this.#heard(() => this.#database.batch(statements))
  }

  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result> {
    const mortal = (connection: Connection): Promise<Result> => Promise.race([work(connection), this.#death.promise])
    return this.#heard(() => this.#database.transaction(mortal, options))
  }

  async #heard<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#isDead) return await new Promise(() => undefined)
    try {
      return await act()
    } finally {
      if (this.#isDead) await new Promise(() => undefined)
    }
  }
}
