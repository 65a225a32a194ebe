import { createHash } from 'node:crypto'
import type { AnyPlugin, PluginContext, ScopedDatabase } from '@host/plugin'

type AnyTables = Record<string, Record<string, unknown>>

/** More rows of a table than this are not looked at. */
const most = 500

/** The rows of a plugin's own tables, over all workspaces. */
export class TableRows {
  readonly #tables: readonly string[]
  readonly #db: ScopedDatabase<AnyTables>

  constructor(plugin: AnyPlugin, context: PluginContext) {
    this.#tables = plugin.models.filter(({ kind }) => kind === 'model').map(({ table }) => table)
    this.#db = context.db.asInstance('checks look at every row') as unknown as ScopedDatabase<AnyTables>
  }

  /** A text that is another one when any row is. */
  async digest(): Promise<string> {
    const hash = createHash('sha256')
    for (const table of this.#tables) hash.update(JSON.stringify(await this.#rows(table), readable))
    return hash.digest('hex')
  }

  /** Ids of rows of a workspace, the newest first, of each table a few. */
  async ids(orgId: string): Promise<readonly string[]> {
    const found: string[] = []
    for (const table of this.#tables) {
      const rows = await this.#rows(table)
      const own = rows.filter((row) => row['org_id'] === orgId && typeof row['id'] === 'string')
      found.push(...own.slice(-3).map((row) => String(row['id'])))
    }
    return found
  }

  async #rows(table: string): Promise<readonly Record<string, unknown>[]> {
    return await this.#db.selectFrom(table).selectAll().limit(most).execute()
  }
}

function readable(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
