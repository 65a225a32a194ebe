import type { Database } from '../database/database.ts'
import type { Connection } from '../database/driver.ts'
import type { Dialect } from '../database/statement.ts'
import {
  migrate,
  planMigration,
  type MigrateOptions,
  type PlannedChange,
  type PlanOptions,
} from '../database/migrate/migrate.ts'
import type { MigrationOwner } from '../database/migrate/explicit-migrations.ts'
import { MigrationRefused } from '../database/migrate/migration-refused.ts'
import { hostModels } from '../models/host-models.ts'
import { enterNodes, type NodeEntry } from '../database/nodes/enter-nodes.ts'
import { readLiveNodes } from '../database/nodes/live-nodes.ts'
import { BootError } from '../support/boot-error.ts'
import { holdUnmoved } from './refuse-moved.ts'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'

/**
 * Brings the tables to the models of the host and its plugins, and makes this process a node of the database.
 * @throws BootError with every problem; nothing is changed then
 */
export async function migrateStage(database: Database, plugins: readonly RegisteredPlugin[]): Promise<NodeEntry> {
  const { dialect } = database
  const { promise, resolve } = Promise.withResolvers<NodeEntry>()
  const options: MigrateOptions = {
    olderProcesses: async (connection) => {
      await holdUnmoved(connection, dialect)
      return await readLiveNodes(connection, dialect)
    },
    atEnd: async (connection) => resolve(await enterNodes(connection, dialect)),
  }
  await refusing(() => migrate(database, ownersOf(plugins), options))
  return await promise
}

/** The changes that the stage would make. @throws BootError */
export async function planStage(
  database: Database,
  plugins: readonly RegisteredPlugin[],
  options: PlanOptions = {},
): Promise<readonly PlannedChange[]> {
  return await refusing(() => planMigration(database, ownersOf(plugins), options))
}

/** Undoes the entries of a newer version, and migrates; no process may be running. @returns the statements @throws BootError */
export async function downStage(database: Database, plugins: readonly RegisteredPlugin[]): Promise<readonly string[]> {
  const olderProcesses: MigrateOptions['olderProcesses'] = async (connection) => {
    await holdUnmoved(connection, database.dialect)
    await refuseRunning(connection, database.dialect)
    return []
  }
  return await refusing(() => migrate(database, ownersOf(plugins), { allowDown: true, olderProcesses }))
}

/** For commands that can't run beside a host. @throws BootError while one runs */
export async function refuseRunning(connection: Connection, dialect: Dialect): Promise<void> {
  if ((await readLiveNodes(connection, dialect)).length === 0) return
  throw new BootError('database', [
    'The host is still running on this database. Stop every process, then try again. A killed process counts as running for up to a minute.',
  ])
}

/** The owners of tables: the host itself, and its plugins. */
export function ownersOf(plugins: readonly RegisteredPlugin[]): readonly MigrationOwner[] {
  const owners = plugins.map(({ name, plugin: { models, migrations } }) => ({
    name,
    models,
    ...(migrations === undefined ? {} : { migrations }),
  }))
  return [{ name: 'host', models: hostModels }, ...owners]
}

async function refusing<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof MigrationRefused ? new BootError('migrate', error.problems, { cause: error }) : error
  }
}
