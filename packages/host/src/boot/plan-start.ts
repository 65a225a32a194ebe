import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import type { PlannedChange, PlanOptions } from '../database/migrate/migrate.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { copyTables } from '../database/sqlite/copy-tables.ts'
import { readLiveNodes } from '../database/nodes/live-nodes.ts'
import { refuse } from '../support/boot-error.ts'
import { downStage, planStage } from './migrate-stage.ts'
import { openStage, type OpenOptions } from './open-stage.ts'
import { refuseMoved } from './refuse-moved.ts'
import type { PluginEntry, RegisteredPlugin } from '../declared/plugin-entry.ts'
import { preflight } from '../plugins/preflight/preflight.ts'
import { register } from '../plugins/register.ts'

/** Options of a plan. */
export interface StartOptions extends OpenOptions {
  readonly plugins: readonly PluginEntry[]
}

/** The effects of the next start. */
export interface StartPlan {
  /** In order. */
  readonly changes: readonly PlannedChange[]
  /** Processes that serve on the database now; none are counted on SQLite, where the start is refused beside another. */
  readonly running: number
}

/**
 * Plans the next start on the database, beside a running host or without one. The database is not changed, and a
 * missing one is not created. On SQLite the plan is made on a copy of the tables without their rows.
 * @param options.allowDown plans the effects of `undoNewer`
 * @throws BootError for problems that would refuse that start
 */
export async function planStart({ allowDown, ...options }: StartOptions & PlanOptions): Promise<StartPlan> {
  const plugins = registered(options)
  const down = allowDown === undefined ? {} : { allowDown }
  if (isPostgres(options.config.databaseUrl)) {
    return await onDatabase(options, async (database) => {
      await refuseMoved(database, database.dialect)
      return {
        changes: await planStage(database, plugins, down),
        running: (await readLiveNodes(database, database.dialect)).length,
      }
    })
  }
  return await onCopy(options, async (copy, rows) => ({
    changes: await planStage(copy, plugins, { ...down, ...(rows === undefined ? {} : { rows }) }),
    running: 0,
  }))
}

/**
 * Undoes the migrations of a newer version that this build does not know, newest first, and migrates to this build.
 * @returns the statements
 * @throws BootError when the host is running, or an entry can't be undone; nothing is changed then
 */
export async function undoNewer(options: StartOptions): Promise<readonly string[]> {
  const plugins = registered(options)
  return await onDatabase({ ...options, isExclusive: true }, (database) => downStage(database, plugins))
}

/** The plugins of a build. @throws BootError */
export function registered(options: Pick<StartOptions, 'plugins'>): readonly RegisteredPlugin[] {
  const { plugins, problems } = register(options.plugins, () => undefined)
  refuse('preflight', [...problems, ...preflight(plugins)])
  return plugins
}

async function onDatabase<Result>(
  options: OpenOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openStage(options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Works on a copy of the tables; `rows` is the database itself, undefined when there is none yet. */
async function onCopy<Result>(
  options: OpenOptions,
  work: (copy: Database, rows: Database | undefined) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'host-plan-'))
  const onFile = { ...options, config: { ...options.config, databaseUrl: join(folder, 'host.db') } }
  try {
    return await onDatabase(onFile, async (copy) => {
      if (!existsSync(sqlitePath(options.config.databaseUrl))) return await work(copy, undefined)
      return await onDatabase({ ...options, isExclusive: false }, async (rows) => {
        await refuseMoved(rows, rows.dialect)
        await copyTables(rows, copy)
        return await work(copy, rows)
      })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
