import { operatorTrail } from '../audit/operator-trail.ts'
import type { Database } from '../database/database.ts'
import { listPluginData, type PluginData } from '../plugin-data/list-plugin-data.ts'
import { purgePlugin } from '../plugin-data/purge-plugin.ts'
import { withOfflineDatabase } from './with-offline-database.ts'
import { BootError } from '../support/boot-error.ts'
import { refuseRunning } from './migrate-stage.ts'
import type { OpenOptions } from './open-stage.ts'

/** Options of a command on the data of plugins. */
export interface PluginDataOptions extends Omit<OpenOptions, 'isExclusive'> {
  /** The names of the plugins of the build. */
  readonly built: ReadonlySet<string>
}

/** Data of each plugin in the database, beside a running host or without one. @throws BootError */
export async function readPluginData({ built, ...options }: PluginDataOptions): Promise<readonly PluginData[]> {
  return await withOfflineDatabase(options, (database) => listPluginData(database, built))
}

/** Options of a purge. */
export interface PurgeOptions extends PluginDataOptions {
  readonly plugin: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/**
 * Deletes the data of a plugin that is not in the build, with the host stopped.
 * @returns the deleted data
 * @throws BootError when the host runs, the plugin is in the build, or the database has no data of it
 */
export async function purgePluginData({ built, plugin, clock, ...options }: PurgeOptions): Promise<PluginData> {
  const work = async (database: Database): Promise<PluginData> => {
    const data = await removedData(database, { built, plugin })
    const recorder = operatorTrail({ database, clock, command: 'host data purge' })
    await purgePlugin(database, data, {
      recorder,
      refuseRunning: (connection) => refuseRunning(connection, database.dialect),
    })
    return data
  }
  return await withOfflineDatabase({ ...options, isExclusive: true }, work)
}

async function removedData(
  database: Database,
  { built, plugin }: { readonly built: ReadonlySet<string>; readonly plugin: string },
): Promise<PluginData> {
  if (built.has(plugin)) {
    throw refused(
      `The plugin "${plugin}" is in this build. Build the host without it, then run the purge with that build.`,
    )
  }
  const found = (await listPluginData(database, built)).find((each) => each.plugin === plugin)
  if (found !== undefined) return found
  throw refused(`The database has no data for a plugin "${plugin}". Run host data list to see the plugins with data.`)
}

function refused(problem: string): BootError {
  return new BootError('database', [problem])
}
