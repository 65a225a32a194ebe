import type { Queries } from '@host/plugin'
import { iso } from '../support/time.ts'
import type { HostTables } from '../identity/models.ts'
import type { StorageDatabase } from '../models/workspace-storage.ts'
import type { TableSize } from './measure-table.ts'

/** The row that says when a workspace was counted. */
const wholeCount = ''

/** Workspaces of which one statement reads the counts: there is one for each table of the build. */
const workspacesAtOnce = 50

/** Size of a workspace, by table. */
export interface StoredCount {
  readonly orgId: string
  readonly table: string
  readonly bytes: number
  readonly rows: number
  readonly countedAt: string
}

/** Stores the counts in the database. */
export class StorageStore {
  readonly #db: StorageDatabase
  readonly #workspaces: Pick<Queries<HostTables>, 'selectFrom'>

  constructor(db: StorageDatabase, workspaces: Pick<Queries<HostTables>, 'selectFrom'>) {
    this.#db = db
    this.#workspaces = workspaces
  }

  /** Workspaces behind an id, by their ids. */
  async workspacesAfter(orgId: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#workspaces
      .selectFrom('workspaces')
      .select('id')
      .where('id', '>', orgId)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Takes the count of a workspace up, unless it was counted since a moment. @returns false when it was */
  async claim(orgId: string, { now, before }: { readonly now: number; readonly before: number }): Promise<boolean> {
    const claimed = await this.#db
      .insertInto('host_storage')
      .values({ org_id: orgId, table_name: wholeCount, bytes: 0, row_count: 0, counted_at: iso(now) })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'table_name'])
          .doUpdateSet({ counted_at: iso(now) })
          .where('host_storage.counted_at', '<=', iso(before)),
      )
      .returning('id')
      .executeTakeFirst()
    return claimed !== undefined
  }

  /** Gives a count back that did not end, so that the workspace is due again. */
  async release(orgId: string): Promise<void> {
    await this.#db
      .updateTable('host_storage')
      .set({ counted_at: iso(0) })
      .where('org_id', '=', orgId)
      .where('table_name', '=', wholeCount)
      .execute()
  }

  async put(orgId: string, table: string, { bytes, rows, now }: TableSize & { readonly now: number }): Promise<void> {
    const values = { bytes, row_count: rows, counted_at: iso(now) }
    await this.#db
      .insertInto('host_storage')
      .values({ org_id: orgId, table_name: table, ...values })
      .onConflict((conflict) => conflict.columns(['org_id', 'table_name']).doUpdateSet(values))
      .execute()
  }

  /** Drops rows about tables that left this build, and about workspaces that were erased meanwhile. */
  async dropOthers(orgId: string, tables: readonly string[]): Promise<void> {
    const own = this.#db.deleteFrom('host_storage').where('org_id', '=', orgId)
    const [exists] = await this.#workspaces.selectFrom('workspaces').select('id').where('id', '=', orgId).execute()
    if (exists === undefined) await own.execute()
    else await own.where('table_name', 'not in', [wholeCount, ...tables]).execute()
  }

  /** Size of workspaces, by table. */
  async of(orgIds: readonly string[]): Promise<readonly StoredCount[]> {
    const counts: StoredCount[] = []
    for (let at = 0; at < orgIds.length; at += workspacesAtOnce) {
      counts.push(...(await this.#few(orgIds.slice(at, at + workspacesAtOnce))))
    }
    return counts
  }

  #few(orgIds: readonly string[]): Promise<readonly StoredCount[]> {
    return this.#db
      .selectFrom('host_storage')
      .select(['org_id as orgId', 'table_name as table', 'bytes', 'row_count as rows', 'counted_at as countedAt'])
      .where('org_id', 'in', [...orgIds])
      .where('table_name', '!=', wholeCount)
      .execute()
  }
}
