import type { CompiledQuery, Kysely, KyselyPlugin, OperationNode, RootOperationNode } from 'kysely'
import type { ScopedDatabase } from '@host/plugin'
import type { NotesTables, openTwoWorkspaces } from '../two-workspaces.ts'

/** The scoped database as code that ignores its types would use it. */
export type Loose = Kysely<Record<string, Record<string, unknown>>>

export type World = Awaited<ReturnType<typeof openTwoWorkspaces>>

/** Attacks by name, each given the scoped database of workspace A. */
export type Attacks = Readonly<Record<string, (db: Loose, world: World) => Promise<unknown>>>

/** A value that Kysely accepts as an expression, with any node inside. */
export function node(content: unknown): never {
  return { toOperationNode: () => content as OperationNode, expressionType: undefined } as never
}

/** The database with its true type. */
export function scoped(db: Loose): ScopedDatabase<NotesTables> {
  return db as unknown as ScopedDatabase<NotesTables>
}

/** A query that the compiler never saw. */
export function foreignQuery(sql: string): CompiledQuery {
  return {
    sql,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: 'x' },
  }
}

/** A query plugin that reads another table. */
export const swapTable: KyselyPlugin = {
  transformQuery: ({ node: tree }) =>
    JSON.parse(JSON.stringify(tree).replaceAll('notes_notes', 'other_private')) as RootOperationNode,
  transformResult: ({ result }) => Promise.resolve(result),
}

interface Executor {
  compileQuery(tree: unknown, queryId: unknown): unknown
  executeQuery(query: unknown): Promise<unknown>
  provideConnection(work: unknown): Promise<unknown>
}

/** Digs out the executor, as a caller with a debugger would. */
export function executorOf(db: Loose): Executor {
  return (db as unknown as { executor: Executor }).executor
}
