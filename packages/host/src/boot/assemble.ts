/**
 * A host is assembled in four steps; each uses the results of the earlier ones:
 *
 *   ground    its tables, its logs, and every plugin with its tools
 *   keeping   storage: blobs, settings, rates, answers, the data of workspaces
 *   workings  runtime: jobs, events, identity, live, pauses
 *   plugins   each one ready to be mounted, with the services that are its own
 */
import { InternalApi } from '../pipeline/api-calls/api-calls.ts'
import type { Eraser } from '../workspace-data/eraser.ts'
import type { OperatedParts } from '../operator-settings/operated-parts.ts'
import type { OperatorSettings } from '../operator-settings/operator-settings.ts'
import { Peers } from '../request/peers.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import { createBaseServices, type BaseServices } from './create-base-services.ts'
import { createStorage, type StorageServices } from './create-storage.ts'
import { createRuntime, type RuntimeServices } from './create-runtime.ts'
import { openOperatedParts, openOperatorSettings } from './open-operator-settings.ts'
import { createOverviews } from './create-overviews.ts'
import { provideOverviews, provideServices } from './provide-services.ts'
import { preparePlugins, type PreparedPlugins } from './prepare-plugins.ts'

/** The parts of a host, put together and not yet mounted. */
export interface Assembly extends BaseServices, StorageServices, RuntimeServices, PreparedPlugins {
  readonly eraser: Eraser
  readonly operated: OperatedParts
  readonly operator: OperatorSettings
  readonly peers: Peers
  /** Calls inside of the build; enabled once their pipeline exists. */
  readonly apiCalls: InternalApi
}

/** Puts a host together: its own services are all there before the first plugin mounts. */
export function assemble(options: BootOptions, foundation: Foundation): Assembly {
  const { config } = options
  const ground = createBaseServices(options, foundation)
  const keeping = createStorage(options, foundation, ground)
  const mounts = (): PreparedPlugins['mounts'] => plugins.mounts
  const workings = createRuntime(options, foundation, { ...ground, ...keeping, mounts })
  const operated = openOperatedParts(options, { ...ground, ...keeping })
  const operator = openOperatorSettings(options, foundation, { ...ground, ...keeping, operated })
  const host = { ...ground, ...keeping, ...workings, operated, operator }
  const { registry } = ground.parts
  provideServices(registry, options, { ...foundation, ...host, config })
  const plugins: PreparedPlugins = preparePlugins(options, foundation, host)
  const apiCalls = openApiCalls(options, host)
  provideOverviews(registry, options, createOverviews(options, foundation, { ...host, ...plugins, apiCalls }))
  const peers = new Peers(config.trustedProxies, config.publicUrl)
  return Object.freeze<Assembly>({ ...host, ...plugins, eraser: eraserOf(host), peers, apiCalls })
}

function openApiCalls(
  { config: { publicUrl } }: BootOptions,
  { identity, parts, rates }: BaseServices & StorageServices & RuntimeServices,
): InternalApi {
  const { sessions, tokens } = identity
  return new InternalApi({
    sources: { sessions, tokens },
    tokens,
    limiter: () => rates.limiterOf('api'),
    publicOrigin: publicUrl?.origin,
    stopping: parts.stopping,
  })
}

/** Erases workspaces, and lets everything forget them that remembers more than their rows. */
function eraserOf({ accounting, identity, workspaceData }: BaseServices & StorageServices & RuntimeServices): Eraser {
  return workspaceData.eraser(async (orgId) => {
    accounting.forget(orgId)
    await identity.forgetWorkspace(orgId)
  })
}
