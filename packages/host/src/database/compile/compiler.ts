import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely'
import type { Binding } from './binding.ts'
import type { SqlValue, Statement } from '../statement.ts'
import { changeEmitters } from './change.ts'
import { commonTableEmitters } from './common-table.ts'
import { Compilation, type Emitters } from './compilation.ts'
import { expressionEmitters } from './expression.ts'
import { functionEmitters } from './function.ts'
import { insertEmitters } from './insert.ts'
import { orderEmitters } from './order.ts'
import { emitSelect, selectEmitters } from './select.ts'
import { sourceEmitters } from './source.ts'

const emitters = Object.freeze({
  ...expressionEmitters,
  ...functionEmitters,
  ...sourceEmitters,
  ...selectEmitters,
  ...orderEmitters,
  ...commonTableEmitters,
  ...insertEmitters,
  ...changeEmitters,
}) as Emitters

const roots: ReadonlySet<string> = new Set(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/**
 * A query made by the compiler of one binding. The private field is its brand: no object made elsewhere, and no query
 * of another workspace, passes `isOf`.
 */
export class ScopedQuery implements CompiledQuery, Statement {
  readonly query: RootOperationNode
  readonly queryId: QueryId
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  readonly writes: boolean
  readonly tenant: string | undefined
  readonly insertedId: string | undefined
  readonly backgroundQueue: string | undefined
  readonly #binding: Binding

  constructor(node: RootOperationNode, queryId: QueryId, binding: Binding) {
    const compiled = compile(node, binding)
    this.query = node
    this.queryId = queryId
    this.sql = compiled.sql
    this.parameters = Object.freeze(compiled.parameters)
    this.writes = compiled.writes
    this.tenant = binding.orgId
    this.insertedId = compiled.insertedId
    this.backgroundQueue = binding.backgroundQueue
    this.#binding = binding
    Object.freeze(this)
  }

  /** Whether `query` was compiled for `binding`. */
  static isOf(query: object, binding: Binding): query is ScopedQuery {
    return #binding in query && query.#binding === binding
  }
}

Object.freeze(ScopedQuery)

function compile(node: RootOperationNode, binding: Binding): Compilation {
  const out = new Compilation(binding, emitters)
  if (node.kind === 'SelectQueryNode') emitSelect(node, out)
  else if (roots.has(node.kind)) out.emit(node)
  else throw out.refuse(`${node.kind} is not available: a query must be a select, insert, update, or delete`)
  if (out.writes && binding.backgroundQueue !== undefined) throw out.refuse("a background read can't write")
  return out
}
