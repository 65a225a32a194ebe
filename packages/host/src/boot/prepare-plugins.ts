import { Caches } from '../security/cache/caches.ts'
import { MemoryIndexes } from '../security/memory-index/memory-indexes.ts'
import { PluginHealths } from '../plugins/plugin-health.ts'
import { createEdge, type EdgeParts, type HostEdge } from '../pipeline/edge/create-edge.ts'
import { prepareMount, type PluginMount } from '../plugins/plugin-mount.ts'
import type { RouteMiddleware } from '../pipeline/route-steps.ts'
import { NotificationChannelList } from '../notifications/notification-channels.ts'
import { PageDocument } from '../pipeline/public-pages/page-document.ts'
import type { PublicPageParts } from '../pipeline/public-pages/public-address.ts'
import { publicWorkspaces } from '../pipeline/public-pages/public-workspaces.ts'
import { HostChecks } from '../support/host-checks.ts'
import { DnsFront } from '../dns-inbound/dns-front.ts'
import { SmtpFront } from '../smtp-inbound/smtp-front.ts'
import { PluginThreads } from '../observability/threads/plugin-threads.ts'
import { defaultUploadLimits } from '../uploads/upload-limits.ts'
import { Uploads } from '../uploads/uploads.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import type { BaseServices } from './create-base-services.ts'
import type { StorageServices } from './create-storage.ts'
import type { RuntimeServices } from './create-runtime.ts'
import { ownServices } from './provide-services.ts'

/** Every plugin, ready to be mounted, with facts about all of them. */
export interface PreparedPlugins {
  readonly mounts: readonly PluginMount[]
  readonly healths: PluginHealths
  readonly channels: NotificationChannelList
  /** The hosts of workspaces. */
  readonly edge: HostEdge
  readonly memoryIndexes: MemoryIndexes
  readonly threads: PluginThreads
  /** The socket for mail; undefined for a host that does not listen for any. */
  readonly smtp: SmtpFront | undefined
  /** The sockets for DNS; undefined for a host that does not answer any. */
  readonly dns: DnsFront | undefined
  /** Conditions of the host's own parts, to which each adds its own. */
  readonly checks: HostChecks
}

/** Readies every plugin, with the services that each has for itself. */
export function preparePlugins(
  { config, clock, log, webAssets, threadCode }: BootOptions,
  foundation: Foundation,
  host: BaseServices & StorageServices & RuntimeServices,
): PreparedPlugins {
  const { parts, equipped, pauses, mail, deletions } = host
  const { contexts, faults } = parts
  const document = new PageDocument(webAssets, () => host.brand.current().accent)
  const edge = openEdge(
    { ...foundation, publicUrl: config.publicUrl, sharedHost: config.sharedHost, clock, pageFiles: document.files },
    host,
  )
  const memoryIndexes = new MemoryIndexes({ ...foundation, log })
  const threads = new PluginThreads({ contexts, faults, threadCode })
  const { smtpInbound, dnsInbound } = config
  const smtp = smtpInbound && new SmtpFront({ config: smtpInbound, contexts, log })
  const dns = dnsInbound && new DnsFront({ config: dnsInbound, contexts, log })
  const checks = new HostChecks(clock)
  if (dns !== undefined) checks.add(dns.check)
  const own = ownServices({
    ...host,
    edge,
    caches: new Caches({ ...foundation, contexts }),
    memoryIndexes,
    threads,
    smtp,
    dns,
  })
  const middleware = middlewareOf(config, host)
  const uploads = new Uploads({ store: host.blobs.store, database: foundation.database, limits: defaultUploadLimits })
  const publicPages: PublicPageParts = {
    findWorkspace: publicWorkspaces(host.data),
    runs: host.idempotency.runs,
    document,
    addressOf: edge.addressOf,
  }
  const shared = { ...parts, own, mail, uploads, publicPages }
  const mounts = equipped.map((plugin) => prepareMount(plugin, shared, middleware))
  for (const mount of mounts) deletions.add(mount)
  return Object.freeze<PreparedPlugins>({
    mounts,
    checks,
    edge,
    memoryIndexes,
    threads,
    smtp,
    dns,
    healths: new PluginHealths({ mounts, contexts, faults, clock, isPaused: (name) => pauses.isPaused(name) }),
    channels: new NotificationChannelList(config.publicUrl),
  })
}

function openEdge(
  given: Pick<EdgeParts, 'database' | 'coherence' | 'bus' | 'clock' | 'publicUrl' | 'sharedHost' | 'pageFiles'>,
  { data, rates, identity, equipped }: BaseServices & StorageServices & RuntimeServices,
): HostEdge {
  return createEdge({ ...given, data, rates, plugins: equipped, features: identity.gate })
}

/** Middleware between a request and the handlers of plugins. */
function middlewareOf(
  { publicUrl }: BootOptions['config'],
  { identity, rates, live }: StorageServices & RuntimeServices,
): RouteMiddleware {
  const { sessions, tokens, gate } = identity
  return { sessions, tokens, features: gate, publicOrigin: publicUrl?.origin, rates, live }
}
