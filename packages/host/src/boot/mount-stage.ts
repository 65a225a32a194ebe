import type { HostMetrics } from '../observability/metrics/host-metrics.ts'
import { publicHalfProblems } from '../pipeline/public-pages/half-problems.ts'
import { readinessFamilies } from '../plugins/readiness-families.ts'
import { connectMail } from '../plugins/hooks.ts'
import type { HostTls } from '../tls/create-tls.ts'
import { refuse } from '../support/boot-error.ts'
import type { Assembly } from './assembly.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import { hostRoutes } from './host-routes.ts'
import { mountPlugins, seal, type Mounted } from './mount.ts'

interface MountStageParts {
  readonly assembly: Assembly
  /** Those of this process, or of all workers. */
  readonly metrics: Pick<HostMetrics, 'families'>
  readonly tls: HostTls | undefined
}

/** Mounts every plugin, and ends the mounting. @returns the routes of the host @throws BootError */
export async function mountStage(
  options: BootOptions,
  { database }: Foundation,
  { assembly, metrics, tls }: MountStageParts,
): Promise<Mounted['router']> {
  const { mounts, parts, healths, channels, checks } = assembly
  if (tls !== undefined) checks.add(tls.check)
  const { webAssets } = options
  const readiness = { database, healths, checks, leaving: options.leaving }
  assembly.metrics.add(() => readinessFamilies(readiness))
  const routes = hostRoutes({
    readiness,
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
