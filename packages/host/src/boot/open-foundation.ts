import { openBus } from '../database/bus/open-bus.ts'
import { MeteredDriver } from '../observability/accounting/metered-driver.ts'
import { UsageMeter } from '../observability/accounting/usage-meter.ts'
import { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { reportRemovedPlugins } from '../plugin-data/report-removed.ts'
import { preflight } from '../plugins/preflight/preflight.ts'
import { register } from '../plugins/register.ts'
import { CommandChanges, CommandWatch } from '../security/coherence/command-changes.ts'
import { openCoherence } from '../security/coherence/open-coherence.ts'
import { checkKeys } from '../security/encryption/require-keys.ts'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { Database } from '../database/database.ts'
import { refuse } from '../support/boot-error.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import { shareDatabase } from './hold-database.ts'
import { backupBeforeMigration } from './backup-before-migration.ts'
import { migrateStage } from './migrate-stage.ts'
import { openStage } from './open-stage.ts'
import { refuseMoved } from './refuse-moved.ts'
import { openSafety } from './safety-stage.ts'
import { openStores } from './stores-stage.ts'

/** Opens everything below the services of a host. @param opened collects parts to be closed again @throws BootError */
export async function openFoundation(options: BootOptions, opened: AsyncDisposableStack): Promise<Foundation> {
  if (options.worker !== undefined) opened.use(await shareDatabase(options.config.databaseUrl))
  const database = opened.adopt(await openStage({ ...options, isExclusive: options.worker === undefined }), (each) =>
    each.close(),
  )
  const plugins = registerStage(options)
  await refuseMoved(database, database.dialect)
  const contexts = new ExecutionContexts(plugins.map(({ name }) => name))
  const usage = new UsageMeter(contexts)
  await checkKeys({ ...options, database })
  const recordBackup = await backupBeforeMigration(options, database, plugins)
  const node = await migrateStage(database, plugins)
  await recordBackup?.()
  const safety = await openSafety(options, database, node)
  opened.defer(() => safety.close())
  const stores = await openStores(options)
  const bus = opened.use(await openBus({ ...options.config, log: options.log, line: options.worker?.line }))
  const { coherence } = opened.use(openCoherence(options))
  if (database.dialect === 'sqlite') opened.use(new CommandWatch(new CommandChanges(database), coherence.epochs))
  opened.defer(reportRemoved(options, database))
  const { tracing } = options
  if (tracing !== undefined) opened.defer(tracing.follow(contexts))
  const metered = database.through((driver) => {
    const counted = new MeteredDriver(driver, usage)
    return tracing === undefined ? counted : tracing.driver(counted)
  })
  const tracer = tracing?.tracer
  return Object.freeze<Foundation>({
    contexts,
    usage,
    tracer,
    database: metered,
    safety,
    stores,
    bus,
    coherence,
    plugins,
  })
}

function registerStage({
  plugins: entries,
  announce,
  arePluginsChecked = false,
}: BootOptions): readonly RegisteredPlugin[] {
  const { plugins, problems } = register(entries, announce)
  refuse('preflight', [...problems, ...(arePluginsChecked ? [] : preflight(plugins))])
  return plugins
}

/** Logs in the background, once a start. @returns how to wait for its end */
function reportRemoved({ plugins, worker, log }: BootOptions, database: Database): () => Promise<void> {
  if (worker?.isFirst === false) return async () => {}
  const built = new Set(plugins.map(({ plugin }) => plugin.name))
  const reported = reportRemovedPlugins(database, built, log)
  return () => reported
}
