import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planMigration } from '../db/migrate/migrate.ts'
import { refuse } from './boot-error.ts'
import { migrateStage } from './migrate-stage.ts'
import { openStage, type OpenOptions } from './open-stage.ts'
import type { PluginEntry } from './plugin-entry.ts'
import { preflight } from './preflight/preflight.ts'
import { register } from './register.ts'

/** What a plan is made from. */
export interface PlanOptions extends OpenOptions {
  readonly plugins: readonly PluginEntry[]
}

/**
 * The statements that the next start would run on its database, in order. The database stays as it is, and one that
 * is not there yet is not made.
 * @throws BootError for what would refuse that start
 */
export async function planStart(options: PlanOptions): Promise<readonly string[]> {
  const { plugins, problems } = register(options.plugins, () => undefined)
  refuse('preflight', [...problems, ...preflight(plugins)])
  return onDatabase(options, async (opened) => {
    const database = await openStage(opened)
    try {
      return await migrateStage(database, plugins, planMigration)
    } finally {
      await database.close()
    }
  })
}

async function onDatabase<Result>(
  options: PlanOptions,
  run: (options: PlanOptions) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl } = options.config
  if (databaseUrl.includes(':') || existsSync(databaseUrl)) return run(options)
  const folder = await mkdtemp(join(tmpdir(), 'host-plan-'))
  try {
    return await run({ ...options, config: { ...options.config, databaseUrl: join(folder, 'host.db') } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
