import type { Log } from '@host/plugin'
import type { Database } from '../database/database.ts'
import { instanceQueue } from '../database/background/background-queue.ts'
import { recordedPlugins, recordedPluginsSql } from '../database/migrate/recorded-plugins.ts'
import { readTableBytes } from './table-bytes.ts'

/**
 * Logs which plugins have tables in this database though they are not in the build, so that forgotten data is noticed.
 * Reads beside the main thread. Never rejects.
 * @param built the names of the plugins of the build
 */
export async function reportRemovedPlugins(database: Database, built: ReadonlySet<string>, log: Log): Promise<void> {
  try {
    const { rows } = await database.run({ sql: recordedPluginsSql, parameters: [], writes: false })
    for (const { name, tables } of recordedPlugins(rows)) {
      if (name === 'host' || built.has(name)) continue
      const stored = await readTableBytes(database, tables, instanceQueue)
      if (stored.length === 0) continue
      log.warn(`The plugin "${name}" is not in this build, but its data is kept. Run \`host data list\` for details.`, {
        plugin: name,
        tables: stored.map((table) => table.name),
        bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
      })
    }
  } catch (error) {
    log.warn('The data of removed plugins could not be listed', { error })
  }
}
