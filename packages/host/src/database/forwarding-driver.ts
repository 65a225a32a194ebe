import type { MessagePort } from 'node:worker_threads'
import type { Connection, Driver, DriverTransaction } from './driver.ts'
import type { Dialect, Statement, StatementResult } from './statement.ts'

/** A driver that hands everything but statements to another one, for those that watch statements. */
export abstract class ForwardingDriver implements Driver {
  readonly dialect: Dialect
  readonly hasRowSecurity: boolean
  protected readonly driver: Driver

  constructor(driver: Driver) {
    this.dialect = driver.dialect
    this.hasRowSecurity = driver.hasRowSecurity
    this.driver = driver
  }

  abstract run(statement: Statement): Promise<StatementResult>
  abstract batch(statements: readonly Statement[], tenant?: string): Promise<readonly StatementResult[]>
  abstract begin(tenant?: string): Promise<DriverTransaction>

  get leasePort(): MessagePort | undefined {
    return this.driver.leasePort
  }

  async lockMigrations(transaction: Connection): Promise<void> {
    await this.driver.lockMigrations(transaction)
  }

  async clearStatements(): Promise<void> {
    await this.driver.clearStatements()
  }

  async probe(): Promise<void> {
    await this.driver.probe()
  }

  async close(): Promise<void> {
    await this.driver.close()
  }
}
