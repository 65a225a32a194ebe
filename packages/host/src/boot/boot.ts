/**
 * The start of a host, stage by stage; each takes the result of the one before, and a stage with problems ends the
 * start with all of them. A listening host has passed every one.
 *
 *   config -> database -> register -> preflight -> check keys -> migrate -> keys -> stores -> mount -> refuse or seal -> start
 *     -> listen
 *
 * Configuration is read by the caller and listening is the host's own, see `host.ts`.
 */
import type { Database } from '../database/database.ts'
import { MeteredDriver } from '../observability/accounting/metered-driver.ts'
import type { HostMetrics } from '../observability/metrics/host-metrics.ts'
import { WorkersMetrics } from '../observability/metrics/workers-metrics.ts'
import { UsageMeter } from '../observability/accounting/usage-meter.ts'
import { openBus } from '../database/bus/open-bus.ts'
import { CommandChanges, CommandWatch } from '../security/coherence/command-changes.ts'
import { openCoherence } from '../security/coherence/open-coherence.ts'
import { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { checkKeys } from '../security/encryption/require-keys.ts'
import { connectMail } from '../plugins/hooks.ts'
import { watchStalls } from '../observability/containment/stalls/watch-stalls.ts'
import { assemble, type Assembly } from './assemble.ts'
import { BootError, refuse } from '../support/boot-error.ts'
import type { BootOptions } from './boot-options.ts'
import { shareDatabase } from './hold-database.ts'
import { publicHalfProblems } from '../pipeline/public-pages/half-problems.ts'
import { hostRoutes } from './host-routes.ts'
import { migrateStage } from './migrate-stage.ts'
import { mountPlugins, seal, type Mounted } from './mount.ts'
import { openStage } from './open-stage.ts'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import { preflight } from '../plugins/preflight/preflight.ts'
import { register } from '../plugins/register.ts'
import { openSafety } from './safety-stage.ts'
import { reportRemovedPlugins } from '../plugin-data/report-removed.ts'
import { startPlugins } from './start-plugins.ts'
import { openStores } from './stores-stage.ts'

/** A host that has started and does not listen yet. */
export interface Booted extends Assembly {
  readonly router: Mounted['router']
  /** For the one-time set-up link; undefined when an instance admin exists. */
  readonly setUpToken: string | undefined
  /** Gives back the lease and closes the database, when nothing runs any more. */
  close(): Promise<void>
}

/** Starts a host. @throws BootError; nothing is left open then */
export async function boot(options: BootOptions): Promise<Booted> {
  await using opened = new AsyncDisposableStack()
  warnOfMissingUrl(options)
  warnOfUnreadVariables(options)
  const { assembly, router } = await bootToMount(options, opened)
  const setUpToken = await firstRunStage(options, assembly)
  opened.defer(await assembly.pauses.start())
  opened.defer(assembly.memoryIndexes.start())
  startPlugins(assembly.mounts, assembly.parts, assembly.healths)
  opened.defer(assembly.audit.start())
  opened.defer(assembly.attempts.start())
  assembly.jobs.start()
  opened.defer(assembly.idempotency.sweeper.start())
  opened.defer(assembly.eraser.start())
  opened.defer(assembly.blobs.sweeper.start())
  const held = opened.move()
  return Object.freeze({ ...assembly, router, setUpToken, close: () => held.disposeAsync() })
}

/** A host whose plugins are mounted and not yet started. */
export interface MountedHost {
  readonly assembly: Assembly
  readonly router: Mounted['router']
}

/** The stages until every plugin is mounted. @param opened collects parts to be closed again @throws BootError */
export async function bootToMount(options: BootOptions, opened: AsyncDisposableStack): Promise<MountedHost> {
  if (options.worker !== undefined) opened.use(await shareDatabase(options.config.databaseUrl))
  const database = opened.adopt(await openStage({ ...options, isExclusive: options.worker === undefined }), (each) =>
    each.close(),
  )
  const plugins = registerStage(options)
  const contexts = new ExecutionContexts(plugins.map(({ name }) => name))
  const usage = new UsageMeter(contexts)
  const metered = database.through((driver) => new MeteredDriver(driver, usage))
  await checkKeys({ ...options, database })
  const node = await migrateStage(database, plugins)
  const safety = await openSafety(options, database, node)
  opened.defer(() => safety.close())
  const stores = await openStores(options)
  const bus = opened.use(await openBus({ ...options.config, log: options.log, line: options.worker?.line }))
  const { coherence } = opened.use(openCoherence(options))
  if (database.dialect === 'sqlite') opened.use(new CommandWatch(new CommandChanges(database), coherence.epochs))
  const assembly = assemble(options, {
    contexts,
    usage,
    database: metered,
    safety,
    stores,
    bus,
    coherence,
    plugins,
  })
  opened.use(assembly.threads)
  opened.defer(reportRemoved(options, database))
  opened.defer(assembly.accounting.start())
  opened.defer(assembly.storage.counter.start())
  opened.defer(() => assembly.metrics.stop())
  // Before plugins mount, which look up their instruments then.
  opened.defer(await assembly.operator.start())
  opened.defer(await assembly.brand.start())
  if (options.stalls !== undefined) {
    opened.use(watchStalls(options.stalls, { ...assembly.parts, leaseThread: safety.leaseThread }))
  }
  const line = options.worker?.line
  const metrics = line ? opened.use(new WorkersMetrics(line, assembly.metrics)) : assembly.metrics
  return { assembly, router: await mountStage(options, assembly, { database: metered, metrics }) }
}

function registerStage({ plugins: entries, announce }: BootOptions): readonly RegisteredPlugin[] {
  const { plugins, problems } = register(entries, announce)
  refuse('preflight', [...problems, ...preflight(plugins)])
  return plugins
}

interface Probed {
  readonly database: Database
  readonly metrics: Pick<HostMetrics, 'families'>
}

async function mountStage(
  options: BootOptions,
  assembly: Assembly,
  { database, metrics }: Probed,
): Promise<Mounted['router']> {
  const { mounts, parts, healths, channels } = assembly
  const { webAssets } = options
  const routes = hostRoutes({
    readiness: { database, healths, leaving: options.leaving },
    metrics,
    metricsToken: () => assembly.operated.config.metricsToken,
    files: webAssets,
    brand: assembly.brand,
  })
  const { router, problems } = await mountPlugins(mounts, parts, routes)
  const publicPages = mounts.map(({ registered, mux }) => ({ plugin: registered.name, paths: mux.publicPages }))
  refuse('mount', [...problems, ...publicHalfProblems(publicPages, webAssets)])
  seal(mounts, parts)
  assembly.edge.open(router)
  refuse('mount', [...assembly.events.seal(), ...channels.ask(mounts, parts)])
  await assembly.events.open()
  connectMail(mounts, parts, assembly.identity.gate)
  return router
}

/** Logs in the background, once a start. @returns how to wait for its end */
function reportRemoved({ plugins, worker, log }: BootOptions, database: Database): () => Promise<void> {
  if (worker?.isFirst === false) return async () => {}
  const built = new Set(plugins.map(({ plugin }) => plugin.name))
  const reported = reportRemovedPlugins(database, built, log)
  return () => reported
}

/** Runs only in the first worker of a start: a second link would void the first. */
async function firstRunStage({ worker }: BootOptions, { identity }: Assembly): Promise<string | undefined> {
  if (worker?.isFirst === false) return undefined
  try {
    return await identity.firstRun()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BootError('first run', [reason], { cause: error })
  }
}

/** Without a public URL the origin check can't tell https from http, which matters behind a proxy that ends TLS. */
function warnOfMissingUrl({ config: { trustedProxies, publicUrl }, log }: BootOptions): void {
  if (trustedProxies === '' || publicUrl !== undefined) return
  log.warn('HOST_TRUST_PROXY is set without HOST_PUBLIC_URL. Set HOST_PUBLIC_URL to the address that browsers use.')
}

function warnOfUnreadVariables({ config: { unreadVariables }, log }: BootOptions): void {
  if (unreadVariables.length === 0) return
  log.warn(`Unused variables: ${unreadVariables.join(', ')}. Run \`host config\` to list the supported variables.`)
}
