import { expressionBuilder, QueryCreator, type Compilable, type ExpressionBuilder, type FunctionModule } from 'kysely'
import type { Queries, ReadQueries, ScopedDatabase } from '@host/plugin'
import type { Binding } from './compile/binding.ts'
import type { Connection } from './driver.ts'
import type { Transactor } from './transactor.ts'
import { instanceQueue } from './background/background-queue.ts'
import { BoundExecutor, ownQuery } from './bound-executor.ts'

/** The queries of one binding over a connection: the database, or one of its transactions. */
export class BoundQueries<Tables> extends QueryCreator<Tables> implements Queries<Tables> {
  protected readonly executor: BoundExecutor

  constructor(binding: Binding, connection: Connection) {
    const executor = new BoundExecutor(binding, connection)
    super({ executor })
    this.executor = executor
  }

  get fn(): FunctionModule<Tables, keyof Tables> {
    return this.#expressions.fn
  }

  get case(): ExpressionBuilder<Tables, keyof Tables>['case'] {
    return this.#expressions.case
  }

  get #expressions(): ExpressionBuilder<Tables, keyof Tables> {
    return expressionBuilder<Tables, keyof Tables>()
  }
}

/** The database as one binding sees it: a workspace of a plugin, a plugin's whole instance, or the host's tables. */
export class BoundDatabase<Tables> extends BoundQueries<Tables> implements ScopedDatabase<Tables> {
  readonly #binding: Binding
  readonly #on: Transactor

  constructor(binding: Binding, on: Transactor) {
    super(binding, on)
    this.#binding = binding
    this.#on = on
  }

  backgroundReads(orgId?: string): ReadQueries<Tables> {
    const backgroundQueue = this.#binding.orgId ?? orgId ?? instanceQueue
    return new BoundQueries<Tables>(Object.freeze({ ...this.#binding, backgroundQueue }), this.#on)
  }

  async transaction<Result>(work: (db: Queries<Tables>) => Promise<Result>): Promise<Result> {
    return await this.#on.transaction((connection) => work(new BoundQueries<Tables>(this.#binding, connection)), {
      tenant: this.#binding.orgId,
    })
  }

  async batch(queries: readonly Compilable[]): Promise<readonly (readonly unknown[])[]> {
    const results = await this.#on.batch(queries.map((query) => ownQuery(query.compile(), this.#binding)))
    return results.map(({ rows }) => rows)
  }
}
