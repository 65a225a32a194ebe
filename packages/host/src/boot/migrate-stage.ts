import type { Database } from '../db/database.ts'
import { migrate, type planMigration } from '../db/migrate/migrate.ts'
import { MigrationRefused } from '../db/migrate/migration-refused.ts'
import { hostModels } from '../host-models.ts'
import { BootError } from './boot-error.ts'
import type { RegisteredPlugin } from './plugin-entry.ts'

/**
 * Brings the tables to the models of the host and its plugins.
 * @param run `migrate`, or `planMigration` to learn what it would do
 * @returns the statements
 * @throws BootError with every problem; nothing is changed then
 */
export async function migrateStage(
  database: Database,
  plugins: readonly RegisteredPlugin[],
  run: typeof migrate | typeof planMigration = migrate,
): Promise<readonly string[]> {
  const owners = plugins.map(({ name, plugin: { models, migrations } }) => ({
    name,
    models,
    ...(migrations === undefined ? {} : { migrations }),
  }))
  try {
    return await run(database, [{ name: 'host', models: hostModels }, ...owners])
  } catch (error) {
    throw error instanceof MigrationRefused ? new BootError('migrate', error.problems, { cause: error }) : error
  }
}
