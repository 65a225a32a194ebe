import type { Database } from '../database/database.ts'
import { recordedPlugins, recordedPluginsSql } from '../database/migrate/recorded-plugins.ts'
import type { SqlRow } from '../database/statement.ts'
import { tablesWithPlugins } from './host-rows.ts'
import { readTableBytes, type StoredTable } from './table-bytes.ts'

/** Data of a plugin in a database. */
export interface PluginData {
  readonly plugin: string
  /** Whether it is in this build. */
  readonly isBuilt: boolean
  /** Its own tables, also those that left its models. */
  readonly tables: readonly StoredTable[]
  readonly files: { readonly count: number; readonly bytes: number }
  /** Rows in tables of the host, such as settings and jobs, by table. */
  readonly hostRows: Readonly<Record<string, number>>
}

/**
 * Data in the database, by plugin: of the build, and of plugins it once had.
 * @param built the names of the plugins of the build
 */
export async function listPluginData(database: Database, built: ReadonlySet<string>): Promise<readonly PluginData[]> {
  const read = async (sql: string): Promise<readonly SqlRow[]> =>
    (await database.run({ sql, parameters: [], writes: false })).rows
  const recorded = new Map(recordedPlugins(await read(recordedPluginsSql)).map(({ name, tables }) => [name, tables]))
  const files = await read('select plugin, count(*) as "count", sum(size) as "bytes" from host_blobs group by plugin')
  const hostRows = new Map<string, Record<string, number>>()
  for (const table of tablesWithPlugins) {
    for (const { plugin, count } of await read(`select plugin, count(*) as "count" from ${table} group by plugin`)) {
      const name = String(plugin)
      hostRows.set(name, { ...hostRows.get(name), [table]: Number(count) })
    }
  }
  const names = new Set([...built, ...recorded.keys(), ...hostRows.keys()])
  names.delete('host')
  const list: PluginData[] = []
  for (const plugin of [...names].toSorted()) {
    const own = files.find((row) => row['plugin'] === plugin)
    list.push({
      plugin,
      isBuilt: built.has(plugin),
      tables: await readTableBytes(database, recorded.get(plugin) ?? []),
      files: { count: Number(own?.['count'] ?? 0), bytes: Number(own?.['bytes'] ?? 0) },
      hostRows: hostRows.get(plugin) ?? {},
    })
  }
  return list
}
