/**
 * A driver that counts its statements: for the plugin whose code runs, in the workspace that the statement is bound to,
 * or else in the one that the code runs for. Waiting for the writer is part of the time.
 */
import type { Driver, DriverTransaction } from '../../database/driver.ts'
import { ForwardingDriver } from '../../database/forwarding-driver.ts'
import type { Statement, StatementResult } from '../../database/statement.ts'
import type { UsageMeter } from './usage-meter.ts'

export class MeteredDriver extends ForwardingDriver {
  readonly #usage: Pick<UsageMeter, 'ofContext'>

  constructor(driver: Driver, usage: Pick<UsageMeter, 'ofContext'>) {
    super(driver)
    this.#usage = usage
  }

  override async run(statement: Statement): Promise<StatementResult> {
    const since = performance.now()
    try {
      return await this.driver.run(statement)
    } finally {
      this.#note(1, statement.tenant, since)
    }
  }

  override async batch(statements: readonly Statement[], tenant?: string): Promise<readonly StatementResult[]> {
    return await this.#measure(statements.length, tenant, () => this.driver.batch(statements, tenant))
  }

  override async begin(tenant?: string): Promise<DriverTransaction> {
    const transaction = await this.#measure(0, tenant, () => this.driver.begin(tenant))
    return {
      run: async (statement) => await this.#measure(1, statement.tenant ?? tenant, () => transaction.run(statement)),
      commit: async () => await this.#measure(0, tenant, () => transaction.commit()),
      rollback: async () => await transaction.rollback(),
    }
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
