/**
 * A driver that counts its statements: for the plugin whose code runs, in the workspace that the statement is bound to,
 * or else in the one that the code runs for. Waiting for the writer is part of the time.
 */
import type { MessagePort } from 'node:worker_threads'
import type { Connection, Driver, DriverTransaction } from '../../database/driver.ts'
import type { Dialect, Statement, StatementResult } from '../../database/statement.ts'
import type { UsageMeter } from './usage-meter.ts'

export class MeteredDriver implements Driver {
  readonly dialect: Dialect
  readonly hasRowSecurity: boolean
  readonly #driver: Driver
  readonly #usage: Pick<UsageMeter, 'ofContext'>

  constructor(driver: Driver, usage: Pick<UsageMeter, 'ofContext'>) {
    this.dialect = driver.dialect
    this.hasRowSecurity = driver.hasRowSecurity
    this.#driver = driver
    this.#usage = usage
  }

  get leasePort(): MessagePort | undefined {
    return this.#driver.leasePort
  }

  async run(statement: Statement): Promise<StatementResult> {
    const since = performance.now()
    try {
      return await this.#driver.run(statement)
    } finally {
      this.#note(1, statement.tenant, since)
    }
  }

  async batch(statements: readonly Statement[], tenant?: string): Promise<readonly StatementResult[]> {
    return await this.#measure(statements.length, tenant, () => this.#driver.batch(statements, tenant))
  }

  async begin(tenant?: string): Promise<DriverTransaction> {
    const transaction = await this.#measure(0, tenant, () => this.#driver.begin(tenant))
    return {
      run: async (statement) => await this.#measure(1, statement.tenant ?? tenant, () => transaction.run(statement)),
      commit: async () => await this.#measure(0, tenant, () => transaction.commit()),
      rollback: async () => await transaction.rollback(),
    }
  }

  async lockMigrations(transaction: Connection): Promise<void> {
    await this.#driver.lockMigrations(transaction)
  }

  async clearStatements(): Promise<void> {
    await this.#driver.clearStatements()
  }

  async probe(): Promise<void> {
    await this.#driver.probe()
  }

  async close(): Promise<void> {
    await this.#driver.close()
  }

  async #measure<Result>(count: number, tenant: string | undefined, work: () => Promise<Result>): Promise<Result> {
    const since = performance.now()
    try {
      return await work()
    } finally {
      this.#note(count, tenant, since)
    }
  }

  /** Looked up at the end: counts written meanwhile are closed, and this one goes into the next row. */
  #note(count: number, tenant: string | undefined, since: number): void {
    this.#usage.ofContext(tenant).noteQueries(count, performance.now() - since)
  }
}
