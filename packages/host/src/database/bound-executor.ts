import {
  PostgresAdapter,
  SqliteAdapter,
  type CompiledQuery,
  type DialectAdapter,
  type QueryExecutor,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
} from 'kysely'
import type { Binding } from './compile/binding.ts'
import type { Connection } from './driver.ts'
import type { StatementResult } from './statement.ts'
import { ScopedQuery } from './compile/compiler.ts'
import { DatabaseError } from './database-error.ts'

/**
 * Kysely's executor, bound: it compiles for one binding and runs only its own queries. Every way that Kysely has to
 * change an executor (plugins, schemas, other connections) leads to a refusal or back to this one, so there is no
 * second executor to reach from a query. The deciding state can't be assigned: the executor is frozen, and `ownQuery`
 * belongs to no object.
 */
export class BoundExecutor implements QueryExecutor {
  readonly plugins: readonly never[] = []
  readonly adapter: DialectAdapter
  readonly #binding: Binding
  readonly #connection: Connection

  constructor(binding: Binding, connection: Connection) {
    this.#binding = binding
    this.#connection = connection
    this.adapter = binding.dialect === 'sqlite' ? sqliteAdapter : postgresAdapter
    Object.freeze(this)
  }

  transformQuery<T extends RootOperationNode>(node: T): T {
    return node
  }

  compileQuery<Row = unknown>(node: RootOperationNode, queryId: QueryId): CompiledQuery<Row> {
    return new ScopedQuery(node, queryId, this.#binding)
  }

  async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return toQueryResult(await this.#connection.run(ownQuery(query, this.#binding)))
  }

  // oxlint-disable-next-line require-yield -- it ends before the first row
  async *stream(): AsyncIterableIterator<never> {
    throw this.#refuse('streams are not available. Read in pages')
  }

  provideConnection(): Promise<never> {
    return Promise.reject(this.#refuse('connections are not available. Use transaction()'))
  }

  withConnectionProvider(): QueryExecutor {
    throw this.#refuse('connections are not available. Use transaction()')
  }

  withPlugin(): QueryExecutor {
    throw this.#refuse('query plugins and schemas are not available')
  }

  withPlugins(): QueryExecutor {
    return this.withPlugin()
  }

  withPluginAtFront(): QueryExecutor {
    return this.withPlugin()
  }

  withoutPlugins(): QueryExecutor {
    return this
  }

  #refuse(reason: string): DatabaseError {
    return refusal(this.#binding, reason)
  }
}

/** The query as a statement, when it was compiled for this binding. @throws DatabaseError */
export function ownQuery(query: object, binding: Binding): ScopedQuery {
  if (ScopedQuery.isOf(query, binding)) return query
  throw refusal(binding, 'it was compiled elsewhere. Build it with this database, for this workspace')
}

function refusal({ owner }: Binding, reason: string): DatabaseError {
  return new DatabaseError('query_refused', `A query of ${owner} was refused: ${reason}.`)
}

function toQueryResult<Row>({ rows, changes }: StatementResult): QueryResult<Row> {
  return { rows: rows as unknown as Row[], numAffectedRows: BigInt(changes) }
}

const sqliteAdapter = Object.freeze(new SqliteAdapter())
const postgresAdapter = Object.freeze(new PostgresAdapter())
