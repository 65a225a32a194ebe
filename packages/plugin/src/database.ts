import type { ColumnType, Compilable, Kysely, SelectType } from 'kysely'

/** The argument of a transaction's callback: the same queries, in one unit that commits or leaves no trace. */
export type Queries<Tables> = Pick<
  Kysely<Tables>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'withRecursive' | 'fn' | 'case'
>

/** Queries that only read. */
export type ReadQueries<Tables> = Pick<Kysely<Tables>, 'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'case'>

/**
 * The database as a handler sees it. Every query on a workspace table carries the workspace, in joins, subqueries
 * and common table expressions too. Refused with a sentence: undeclared tables, writes to mirrors, raw SQL, right
 * and full joins. Booleans, JSON and ISO 8601 times come back the same from SQLite and PostgreSQL, and a value that
 * is there twice under a unique key is a `UniqueViolation` on both.
 * @example
 * await scope.db.insertInto('notes_notes').values({ title: 'Milk' }).execute()
 * const notes = await scope.db.selectFrom('notes_notes').selectAll().orderBy('id', 'desc').limit(50).execute()
 * @since 1.0.0
 */
export interface ScopedDatabase<Tables> extends Queries<Tables> {
  /**
   * Runs `work` in one transaction; its error rolls everything back and is rethrown. On SQLite it holds the only
   * writer, so it is ended after 5 s. Inside it use only the database it passes: the outer one throws. A failed query
   * ends the transaction: nothing runs after it. Pure writes are cheaper as a `batch`. On PostgreSQL others write
   * meanwhile: read rows with `forUpdate()` before you change them.
   */
  transaction<Result>(work: (db: Queries<Tables>) => Promise<Result>): Promise<Result>
  /**
   * Runs queries that need no answer of each other in one transaction and one trip, in order; all or none.
   * @returns the rows of each query
   * @example await scope.db.batch([scope.db.insertInto('notes_notes').values(note), scope.db.deleteFrom('notes_drafts')])
   */
  batch(queries: readonly Compilable[]): Promise<readonly (readonly unknown[])[]>
  /**
   * The same tables for reads that grow with a workspace or the instance: lists, filters, counts, exports. They run
   * beside the main thread: on SQLite on reader threads, on PostgreSQL on connections of their own that cancel a
   * statement after 2 s. Workspaces are served in rotation, one statement at a time. A read sees every write that was
   * answered before it. SQLite can't cancel a statement, so bound the rows that each one examines, by a range of an
   * index as well as by `limit`. Inside a transaction such reads are a part of it.
   * @param orgId the workspace that the read is for, where the database is not bound to one
   * @example
   * const next = await scope.db.backgroundReads().selectFrom('notes_notes').selectAll().where('id', '>', last).orderBy('id').limit(200).execute()
   * @since 1.0.0
   */
  backgroundReads(orgId?: string): ReadQueries<Tables>
}

/** The tables with `org_id` settable, as the instance door sees them. */
export type InstanceTables<Tables> = {
  [Table in keyof Tables]: {
    [Name in keyof Tables[Table]]: Name extends 'org_id'
      ? ColumnType<SelectType<Tables[Table][Name]>, SelectType<Tables[Table][Name]>, never>
      : Tables[Table][Name]
  }
}

/** The two doors out of a request's workspace. Both are logged with their reason. */
export interface DatabaseDoors<Tables> {
  /**
   * The database bound to a workspace, for work that no request started.
   * @param reason why, in a few words; it is logged
   */
  inWorkspace(orgId: string, reason: string): ScopedDatabase<Tables>
  /**
   * The plugin's tables over all workspaces. Mirrors stay read only, raw SQL and undeclared tables stay refused.
   * @param reason why, in a few words; it is logged
   */
  asInstance(reason: string): ScopedDatabase<InstanceTables<Tables>>
}
