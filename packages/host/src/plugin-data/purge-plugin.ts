import type { Database } from '../database/database.ts'
import { quote, quoteText } from '../database/quote.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import { tablesWithPlugins } from './host-rows.ts'
import type { PluginData } from './list-plugin-data.ts'

/** Refuses while the host runs; called in the transaction that purges. */
export type RefuseRunning = (connection: Parameters<Parameters<Database['migration']>[0]>[0]) => Promise<void>

/**
 * Deletes the data of a plugin that is not in the build, all or nothing: its tables, files, settings, jobs and the
 * records of its migrations. The audit log and the usage stay, as history. Files in a folder or a bucket are removed by
 * the next host that runs.
 */
export async function purgePlugin(
  database: Database,
  { plugin, tables, files }: PluginData,
  {
    recorder,
    refuseRunning,
  }: { readonly recorder: ChangeRecorder<SilentChange>; readonly refuseRunning: RefuseRunning },
): Promise<void> {
  const name = quoteText(plugin)
  const names = tables.map((table) => table.name)
  const statements = [
    `update host_blob_contents set state = 'dropped', until = null where id in (select content_id from host_blobs where plugin = ${name})`,
    ...tablesWithPlugins.map((table) => `delete from ${table} where plugin = ${name}`),
    `delete from host_schedules where substr(name, 1, ${plugin.length + 1}) = ${quoteText(`${plugin}:`)}`,
    `delete from workspace_features where feature = ${name}`,
    `delete from host_migrations where plugin = ${name}`,
    ...names.map((table) => `delete from host_columns where table_name = ${quoteText(table)}`),
    ...names.map((table) => `drop table ${quote(table)}${database.dialect === 'postgres' ? ' cascade' : ''}`),
    `delete from host_plugins where name = ${name}`,
  ]
  await database.migration(async (connection) => {
    await refuseRunning(connection)
    for (const sql of statements) await connection.run({ sql, parameters: [], writes: true })
    await recorder.record({
      kind: 'plugin_data.purged',
      plugin,
      tables: names,
      bytes: sumOf(tables),
      files: files.count,
      fileBytes: files.bytes,
    })
  })
}

function sumOf(tables: PluginData['tables']): number {
  return tables.reduce((sum, { bytes }) => sum + bytes, 0)
}
