/**
 * The start of a host, stage by stage; each takes the results of those before, and a stage with problems ends the start
 * with all of them. A listening host has passed every one.
 *
 *   foundation   database, register, preflight, check keys, migrate, keys, stores, bus
 *   services     base, storage, runtime, operated: each created from those before
 *   plugins      each one ready to be mounted, with the services that are its own
 *   mount        routes and services of plugins; refuse or seal
 *   start        background work of the host and of plugins
 *
 * Configuration is read by the caller and listening is the host's own, see `host.ts`.
 */
import { WorkersMetrics } from '../observability/metrics/workers-metrics.ts'
import type { RunningMetricExport } from '../observability/metrics/export/open-metric-export.ts'
import { watchStalls } from '../observability/containment/stalls/watch-stalls.ts'
import type { Certificates } from '../tls/acme/create-certificates.ts'
import type { HostTls } from '../tls/create-tls.ts'
import type { Assembly } from './assembly.ts'
import type { BootOptions } from './boot-options.ts'
import { createBaseServices } from './create-base-services.ts'
import { createOperatedServices } from './create-operated-services.ts'
import { createOverviews } from './create-overviews.ts'
import { createRuntime } from './create-runtime.ts'
import { createStorage } from './create-storage.ts'
import { firstRunStage } from './first-run-stage.ts'
import type { Foundation } from './foundation.ts'
import { mountStage } from './mount-stage.ts'
import type { Mounted } from './mount.ts'
import { openCertificates } from './open-certificates.ts'
import { openTls } from './open-tls.ts'
import { openFoundation } from './open-foundation.ts'
import { preparePlugins } from './prepare-plugins.ts'
import { provideOverviews, provideServices } from './provide-services.ts'
import { startPlugins } from './start-plugins.ts'
import { warnOfConfiguration } from './warn-of-configuration.ts'

/** A host that has started and does not listen yet. */
export interface Booted extends Assembly {
  /** HTTPS of the host itself; undefined where the configuration has none. */
  readonly tls: HostTls | undefined
  readonly router: Mounted['router']
  /** Sends metrics to a collector; undefined where none are sent. */
  readonly metricExport: RunningMetricExport | undefined
  /** For the one-time set-up link; undefined when an instance admin exists. */
  readonly setUpToken: string | undefined
  /** Gives back the lease and closes the database, when nothing runs any more. */
  close(): Promise<void>
}

/** Starts a host. @throws BootError; nothing is left open then */
export async function boot(options: BootOptions): Promise<Booted> {
  await using opened = new AsyncDisposableStack()
  warnOfConfiguration(options)
  const { assembly, router, tls, certificates } = await bootToMount(options, opened)
  const setUpToken = await firstRunStage(options, assembly.identity)
  opened.defer(await assembly.pauses.start())
  opened.defer(await assembly.hold.start())
  opened.defer(assembly.memoryIndexes.start())
  startPlugins(assembly.mounts, assembly.parts, assembly.healths)
  opened.defer(assembly.audit.start())
  opened.defer(assembly.attempts.start())
  assembly.jobs.start()
  opened.defer(assembly.idempotency.sweeper.start())
  opened.defer(assembly.eraser.start())
  opened.defer(assembly.identity.supportSweeper.start())
  opened.defer(assembly.blobs.sweeper.start())
  if (tls !== undefined) opened.defer(await tls.start())
  await certificates?.look()
  const metricExport = await startMetricExport(options, assembly)
  const held = opened.move()
  return Object.freeze({ ...assembly, router, tls, metricExport, setUpToken, close: () => held.disposeAsync() })
}

/** Loads what sends metrics where the operator asks for it, and nothing otherwise. */
async function startMetricExport(
  { config: { metricExport: config }, build, log }: BootOptions,
  { metrics }: Assembly,
): Promise<RunningMetricExport | undefined> {
  if (config === undefined) return undefined
  const { openMetricExport } = await import('../observability/metrics/export/open-metric-export.ts')
  return openMetricExport({ config, build, log, metrics })
}

/** A host whose plugins are mounted and not yet started. */
export interface MountedHost {
  readonly assembly: Assembly
  readonly tls: HostTls | undefined
  readonly certificates: Certificates | undefined
  readonly router: Mounted['router']
}

/** The stages until every plugin is mounted. @param opened collects parts to be closed again @throws BootError */
export async function bootToMount(options: BootOptions, opened: AsyncDisposableStack): Promise<MountedHost> {
  const foundation = await openFoundation(options, opened)
  const assembly = assemble(options, foundation)
  await startServices(options, assembly, opened)
  if (options.stalls !== undefined) {
    const { leaseThread } = foundation.safety
    opened.use(watchStalls(options.stalls, { ...assembly.parts, leaseThread }))
  }
  const line = options.worker?.line
  const metrics = line ? opened.use(new WorkersMetrics(line, assembly.metrics)) : assembly.metrics
  const tls = await openTls(options, foundation, assembly)
  const certificates = await openCertificates(options, foundation, { assembly, tls })
  return { assembly, tls, certificates, router: await mountStage(options, foundation, { assembly, metrics, tls }) }
}

/** Creates the services of a host: all of its own are there before the first plugin mounts. */
function assemble(options: BootOptions, foundation: Foundation): Assembly {
  const base = createBaseServices(options, foundation)
  const storage = createStorage(options, foundation, base)
  const runtime = createRuntime(options, foundation, { ...base, ...storage })
  const operated = createOperatedServices(options, foundation, { ...base, ...storage })
  const host = { ...base, ...storage, ...runtime, ...operated }
  const { registry } = base.parts
  provideServices(registry, options, { ...foundation, ...host, config: options.config })
  const plugins = preparePlugins(options, foundation, host)
  const assembly = Object.freeze<Assembly>({ ...host, ...plugins })
  provideOverviews(registry, options, createOverviews(options, foundation, assembly))
  return assembly
}

/** Starts the services that plugins need while mounting, and those that measure them. */
async function startServices({ config }: BootOptions, assembly: Assembly, opened: AsyncDisposableStack): Promise<void> {
  opened.use(assembly.threads)
  opened.defer(assembly.accounting.start())
  opened.defer(assembly.storage.counter.start())
  opened.defer(() => assembly.metrics.stop())
  // Before plugins mount, which look up their instruments then.
  if (config.metricExport !== undefined) await assembly.metrics.enable()
  opened.defer(await assembly.operator.start())
  opened.defer(await assembly.brand.start())
}
