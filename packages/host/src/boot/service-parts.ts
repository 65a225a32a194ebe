import type {
  ContributionsService,
  ApiCallsService,
  ApiService,
  HelpLibraryService,
  NotificationChannelsService,
  PlanCatalogService,
  ReadinessService,
  UpgradeChecksService,
} from '@host/plugin/platform'
import type { PluginCatalogService } from '@host/plugin'
import type { HostConfig } from '../config/config.ts'
import type { PluginThreads } from '../observability/threads/plugin-threads.ts'
import type { OperatedParts } from '../operator-settings/operated-parts.ts'
import type { OperatorSettings } from '../operator-settings/operator-settings.ts'
import type { HostEdge } from '../pipeline/edge/create-edge.ts'
import type { Caches } from '../security/cache/caches.ts'
import type { MemoryIndexes } from '../security/memory-index/memory-indexes.ts'
import type { DnsFront } from '../dns-inbound/dns-front.ts'
import type { SmtpFront } from '../smtp-inbound/smtp-front.ts'
import type { BaseServices } from './create-base-services.ts'
import type { RuntimeServices } from './create-runtime.ts'
import type { StorageServices } from './create-storage.ts'
import type { Foundation } from './foundation.ts'

/** Parts of a host behind the services that all plugins share. */
export interface SharedParts extends Foundation, BaseServices, StorageServices, RuntimeServices {
  readonly config: HostConfig
  readonly operated: OperatedParts
  readonly operator: OperatorSettings
}

/** Parts of a host behind the services that each plugin has of its own. */
export interface OwnParts extends BaseServices, StorageServices, RuntimeServices {
  readonly edge: HostEdge
  readonly caches: Caches
  readonly memoryIndexes: MemoryIndexes
  readonly threads: PluginThreads
  /** The socket for mail; undefined for a host that does not listen for any. */
  readonly smtp: SmtpFront | undefined
  /** The sockets for DNS; undefined for a host that does not answer any. */
  readonly dns: DnsFront | undefined
}

/** Services that present all plugins. */
export interface OverviewParts {
  readonly api: ApiService
  readonly apiCalls: ApiCallsService
  readonly catalog: PluginCatalogService
  readonly channels: NotificationChannelsService
  readonly contributions: ContributionsService
  readonly edge: Pick<HostEdge, 'serviceOf'>
  readonly helpLibrary: HelpLibraryService
  readonly planCatalog: PlanCatalogService
  readonly readiness: ReadinessService
  readonly upgradeChecks: UpgradeChecksService
}
