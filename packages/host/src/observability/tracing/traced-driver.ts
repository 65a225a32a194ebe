/**
 * A driver that records its statements in the trace of the running request or job: their operation and table, never a
 * value. Waiting for the writer is part of the time.
 */
import type { Driver, DriverTransaction } from '../../database/driver.ts'
import { ForwardingDriver } from '../../database/forwarding-driver.ts'
import { isOutage } from '../../database/is-outage.ts'
import type { Dialect, Statement, StatementResult } from '../../database/statement.ts'
import type { Span } from '../../support/trace/span.ts'
import { StatementNames, type StatementName } from './statement-name.ts'
import type { Tracer } from './tracer.ts'

/** Values of `db.system.name` (semantic conventions for databases). */
const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const satisfies Readonly<Record<Dialect, string>>

export class TracedDriver extends ForwardingDriver {
  readonly #tracer: Pick<Tracer, 'child' | 'recorded'>
  readonly #names = new StatementNames()

  constructor(driver: Driver, tracer: Pick<Tracer, 'child' | 'recorded'>) {
    super(driver)
    this.#tracer = tracer
  }

  override run(statement: Statement): Promise<StatementResult> {
    return this.#trace(statement, () => this.driver.run(statement))
  }

  override batch(statements: readonly Statement[], tenant?: string): Promise<readonly StatementResult[]> {
    const [first] = statements
    const count = statements.length
    return this.#trace(first ?? 'BATCH', () => this.driver.batch(statements, tenant), count)
  }

  override async begin(tenant?: string): Promise<DriverTransaction> {
    if (this.#tracer.recorded === undefined) return await this.driver.begin(tenant)
    const transaction = await this.#trace('BEGIN', () => this.driver.begin(tenant), 0)
    return {
      run: async (statement) => await this.#trace(statement, () => transaction.run(statement)),
      commit: async () => await this.#trace('COMMIT', () => transaction.commit(), 0),
      rollback: async () => await transaction.rollback(),
    }
  }

  /** Most requests are not recorded, and pay for no promise here. */
  #trace<Result>(of: Statement | string, work: () => Promise<Result>, count = 1): Promise<Result> {
    return this.#tracer.recorded === undefined ? work() : this.#record(of, work, count)
  }

  async #record<Result>(of: Statement | string, work: () => Promise<Result>, count: number): Promise<Result> {
    const { recorded } = this.#tracer
    const span = this.#tracer.child('', 'client')
    if (span !== undefined) this.#describe(span, of, count)
    const since = performance.now()
    try {
      return await work()
    } catch (error) {
      span?.fail(isOutage(error) ? 'outage' : 'refused')
      throw error
    } finally {
      span?.end()
      recorded?.noteStatements(count, performance.now() - since)
    }
  }

  #describe(span: Span, of: Statement | string, count: number): void {
    const { operation, table }: StatementName =
      typeof of === 'string' ? { operation: of, table: undefined } : this.#names.of(of.sql)
    span.name = table === undefined ? operation : `${operation} ${table}`
    span.set({ 'db.system.name': systems[this.dialect], 'db.operation.name': operation })
    if (table !== undefined) span.set({ 'db.collection.name': table })
    if (count > 1) span.set({ 'db.operation.batch.size': count })
  }
}
