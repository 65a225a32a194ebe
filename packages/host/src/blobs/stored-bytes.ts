/**
 * Counts the bytes of the blobs of each workspace, for the limit of its plan. The stored total is never less than the sum of
 * its blobs: what is placed adds to it in the same transaction, and what is deleted or replaced does not take from it.
 *
 *   place ─► total + new bytes ─► within the limit: one statement, done
 *                                '── above it, none yet, or a day old ─► sum of the blobs ─► the total is corrected, or refused
 *
 * So a deletion locks no row that all of a workspace share, whether a caller, a trigger, an erasure or an older process
 * deletes, and no refusal comes from a total that is out of date. Placements of a workspace wait for each other, which makes
 * the sum exact.
 */
import type { MaybePromise, Problem } from '@host/plugin'
import type { BlobQueries } from './blob-contents.ts'
import type { BlobDatabase } from './models.ts'

/** How many bytes a workspace may store, as its plan was read. */
export interface StorageLimit {
  readonly most: number
  /** The problem of a workspace that stores `used` bytes and may not store more. */
  refuse(used: number): Problem
}

/** Options of the count. */
export interface StoredBytesOptions {
  readonly db: BlobDatabase
  /** Reads a limit; outside of transactions. */
  readonly limitOf: (orgId: string) => MaybePromise<StorageLimit>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Bytes that come to be stored. */
export interface AddedBytes {
  readonly orgId: string
  readonly plugin: string
  /** Names that lead to other bytes now, perhaps. */
  readonly names: readonly string[]
  readonly bytes: number
  readonly limit: StorageLimit
}

/** Age of a total in milliseconds after which it is summed up again: processes before this count add nothing to it. */
const countedFor = 24 * 60 * 60_000

export class StoredBytes {
  readonly #options: StoredBytesOptions

  constructor(options: StoredBytesOptions) {
    this.#options = options
  }

  /** Outside of transactions. */
  async limitOf(orgId: string): Promise<StorageLimit> {
    return await this.#options.limitOf(orgId)
  }

  /** The bytes that a workspace stores. */
  async used(orgId: string): Promise<number> {
    return await sumOf(this.#options.db, orgId)
  }

  /**
   * Refuses bytes before they are received. Outside of transactions.
   * @throws Problem `quota_exceeded`, `tier_required`
   */
  async requireRoom(orgId: string, bytes: number): Promise<void> {
    const limit = await this.limitOf(orgId)
    const row = await this.#options.db
      .selectFrom('host_blob_totals')
      .select('bytes')
      .where('org_id', '=', orgId)
      .executeTakeFirst()
    if (row !== undefined && row.bytes + bytes <= limit.most) return
    const used = await this.used(orgId)
    if (used + bytes > limit.most) throw limit.refuse(used)
  }

  /**
   * Counts bytes that get their names next in the same transaction.
   * @throws Problem `quota_exceeded`, `tier_required`
   */
  async add(queries: BlobQueries, added: AddedBytes): Promise<void> {
    const { orgId, bytes, limit } = added
    if (bytes === 0) return
    const total = await queries
      .updateTable('host_blob_totals')
      .set((set) => ({ bytes: set('bytes', '+', bytes) }))
      .where('org_id', '=', orgId)
      .returning(['bytes', 'counted_at'])
      .executeTakeFirst()
    const isKnown = total !== undefined && Date.parse(total.counted_at) > this.#options.clock() - countedFor
    if (isKnown && total.bytes <= limit.most) return
    await this.#recount(queries, added)
  }

  async #recount(queries: BlobQueries, { orgId, plugin, names, bytes, limit }: AddedBytes): Promise<void> {
    const used = await sumOf(queries, orgId)
    const replaced = await queries
      .selectFrom('host_blobs')
      .select('size')
      .where('org_id', '=', orgId)
      .where('plugin', '=', plugin)
      .where('name', 'in', names)
      .execute()
    const grows = bytes - replaced.reduce((sum, { size }) => sum + size, 0)
    if (grows > 0 && used + grows > limit.most) throw limit.refuse(used)
    const counted = { bytes: used + grows, counted_at: new Date(this.#options.clock()).toISOString() }
    await queries
      .insertInto('host_blob_totals')
      .values({ org_id: orgId, ...counted })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(counted))
      .execute()
  }
}

async function sumOf(queries: Pick<BlobQueries, 'selectFrom'>, orgId: string): Promise<number> {
  const row = await queries
    .selectFrom('host_blobs')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}
