/**
 * The contents of blobs, from the first byte until they are removed from their store.
 *
 *   beginKept() ───────────────────────► kept
 *   begin() ──► writing ── keep() ──► kept ── leave(): replaced or deleted ──► left
 *                  │                                                            │
 *                  '── an hour is over, or giveUp() ──► dropped ◄── an hour is over
 *                                                          '── end(): removed from its store ──► no row
 *
 * A name leads to a content only while that is kept, and both change in one transaction: so a blob is there whole or
 * not at all. A process that dies while it writes leaves a row for the unfinished content, wherever its bytes are. A
 * reader of a replaced content has an hour for the rest of it. A trigger that deletes a blob with its row leaves the
 * content without a time (`until` is null); the next sweep sets it.
 *
 * Times are of the clock that all processes share. On SQLite it restarts with the machine, so a period longer than it
 * can be counts as over, too.
 */
import type { InstanceTables, Queries, TablesOf } from '@host/plugin'
import { sql, type RawBuilder } from 'kysely'
import type { BlobDatabase, blobModels, PieceStoreName } from './models.ts'

/** Queries on the tables of blobs, inside a caller's transaction. */
export type BlobQueries = Queries<InstanceTables<TablesOf<typeof blobModels>>>

/** A content that is to be removed from its store. */
export interface DroppedContent {
  readonly id: string
  readonly store: PieceStoreName
}

const hour = 60 * 60_000
/** Contents of one look. */
const mostAtOnce = 100

export class BlobContents {
  readonly #db: BlobDatabase
  readonly #now: () => RawBuilder<number>

  /** @param now the present moment in milliseconds, as the database knows it */
  constructor(db: BlobDatabase, now: () => RawBuilder<number>) {
    this.#db = db
    this.#now = now
  }

  /** Begins a content. @returns its id, which names it in its store */
  async begin(store: PieceStoreName): Promise<string> {
    const { id } = await this.#db
      .insertInto('host_blob_contents')
      .values({ store, state: 'writing', until: this.#hence() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Begins contents of the database whose bytes are written in the same transaction. @returns their ids */
  async beginKept(queries: BlobQueries, count: number): Promise<readonly string[]> {
    const begun = { store: 'database', state: 'kept', until: null } as const
    const rows = await queries
      .insertInto('host_blob_contents')
      .values(Array.from({ length: count }, () => begun))
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Keeps a written content. @returns false when it took too long and was dropped */
  async keep(queries: BlobQueries, id: string): Promise<boolean> {
    const kept = await queries
      .updateTable('host_blob_contents')
      .set({ state: 'kept', until: null })
      .where('id', '=', id)
      .where('state', '=', 'writing')
      .returning('id')
      .executeTakeFirst()
    return kept !== undefined
  }

  /** Leaves a content that no name leads to any more to those who are reading it. */
  async leave(queries: BlobQueries, id: string): Promise<void> {
    await queries
      .updateTable('host_blob_contents')
      .set({ state: 'left', until: this.#hence() })
      .where('id', '=', id)
      .execute()
  }

  /** Drops an unfinished content. @returns false when it was kept, or left since */
  async giveUp(id: string): Promise<boolean> {
    await this.#db
      .updateTable('host_blob_contents')
      .set({ state: 'dropped', until: null })
      .where('id', '=', id)
      .where('state', '=', 'writing')
      .execute()
    const content = await this.#db
      .selectFrom('host_blob_contents')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    return content === undefined || content.state === 'dropped'
  }

  /** Gives the readers of contents that a trigger left an hour. @returns whether there may be more */
  async setTimes(): Promise<boolean> {
    const left = await this.#db
      .updateTable('host_blob_contents')
      .set({ until: this.#hence() })
      .where('id', 'in', (from) =>
        from
          .selectFrom('host_blob_contents')
          .select('id')
          .where('state', '=', 'left')
          .where('until', 'is', null)
          .limit(mostAtOnce),
      )
      .returning('id')
      .execute()
    return left.length === mostAtOnce
  }

  /** Drops expired contents. @returns whether there may be more */
  async dropOver(): Promise<boolean> {
    const dropped = await this.#db
      .updateTable('host_blob_contents')
      .set({ state: 'dropped', until: null })
      .where('id', 'in', (from) =>
        from
          .selectFrom('host_blob_contents')
          .select('id')
          .where('state', 'in', ['writing', 'left'])
          .where((where) => where.or([where('until', '<=', this.#now()), where('until', '>', this.#hence())]))
          .limit(mostAtOnce),
      )
      .returning('id')
      .execute()
    return dropped.length === mostAtOnce
  }

  /** Contents to be removed from these stores, after an id. */
  async dropped(stores: readonly PieceStoreName[], after: string): Promise<readonly DroppedContent[]> {
    return await this.#db
      .selectFrom('host_blob_contents')
      .select(['id', 'store'])
      .where('state', '=', 'dropped')
      .where('store', 'in', stores)
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
  }

  /** Forgets a content of which nothing is left. */
  async end(id: string): Promise<void> {
    await this.#db.deleteFrom('host_blob_contents').where('id', '=', id).where('state', '=', 'dropped').execute()
  }

  #hence(): RawBuilder<number> {
    return sql<number>`${this.#now()} + ${sql.lit(hour)}`
  }
}
