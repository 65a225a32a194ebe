/**
 * A query that sets the tenant for row-level security, in the same round trip:
 *
 *   bind and execute `set_config('host.tenant', $1, true)`, then bind and execute the query, then sync
 *
 * Up to the sync all of it is one transaction, also where none was begun, and the setting is local to that transaction:
 * no connection of the pool keeps the workspace of an earlier query.
 */
import pg from 'pg'
import type { SqlValue } from '../statement.ts'

/** The statement that every connection prepares when it is opened. */
export const tenantSetting = Object.freeze({
  name: 'host_tenant',
  text: `select set_config('host.tenant', $1, true)`,
})

/** A query as the driver sends it. */
export interface QueryOptions extends Omit<pg.QueryConfig<SqlValue[]>, 'values'> {
  readonly values: SqlValue[]
  /** Longest wait for the answer, in milliseconds. */
  readonly query_timeout?: number
}

/** Runs a query after setting the tenant of its connection. */
export function queryAs(client: pg.PoolClient, tenant: string, options: QueryOptions): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new TenantQuery(tenant, options, (error, result) => (error ? reject(error) : resolve(result))))
  })
}

type Done = (error: Error | null | undefined, result: pg.QueryResult) => void

/** The part of a connection, and of the library's query, that sending two statements at once takes. */
interface Wire {
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void
  execute(message: object): void
}

interface Exchange extends pg.Query {
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

const Query = pg.Query as unknown as new (options: object, done: Done) => Exchange

class TenantQuery extends Query {
  readonly query_timeout: number | undefined
  readonly #tenant: string
  #isTold = false

  constructor(tenant: string, options: QueryOptions, done: Done) {
    super({ ...options, queryMode: 'extended' }, done)
    this.query_timeout = options.query_timeout
    this.#tenant = tenant
  }

  override prepare(wire: Wire): void {
    wire.bind({ statement: tenantSetting.name, values: [this.#tenant] })
    wire.execute({})
    super.prepare(wire)
  }

  /** The first result is the setting's own. */
  override handleDataRow(message: unknown): void {
    if (this.#isTold) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isTold) super.handleCommandComplete(message, wire)
    this.#isTold = true
  }
}
