import type { ModelOwner } from '../catalog.ts'
import type { SqlRow } from '../statement.ts'
import { quoteText } from '../quote.ts'

/**
 * Records which plugins this database has had, with every table of theirs, so that the data of a plugin that left the
 * build can be named and purged. A table that left its model stays recorded.
 */
export async function recordPlugins(
  owners: readonly ModelOwner[],
  query: (sql: string) => Promise<readonly SqlRow[]>,
): Promise<void> {
  const recorded = new Map(recordedPlugins(await query(recordedPluginsSql)).map((each) => [each.name, each.tables]))
  for (const { name, models } of owners) {
    const before = recorded.get(name)
    const tables = new Set(before)
    for (const { kind, table } of models) if (kind === 'model') tables.add(table)
    if (before?.length === tables.size) continue
    const text = quoteText(JSON.stringify([...tables].toSorted()))
    await query(
      `insert into host_plugins (name, tables) values (${quoteText(name)}, ${text}) on conflict (name) do update set tables = excluded.tables`,
    )
  }
}

/** A plugin that a database has had. */
export interface RecordedPlugin {
  readonly name: string
  readonly tables: readonly string[]
}

/** Reads them; for `recordedPlugins`. */
export const recordedPluginsSql = 'select name, tables from host_plugins order by name'

export function recordedPlugins(rows: readonly SqlRow[]): readonly RecordedPlugin[] {
  return rows.map(({ name, tables }) => ({ name: String(name), tables: JSON.parse(String(tables)) as string[] }))
}
