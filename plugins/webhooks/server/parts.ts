import type {
  EventsService,
  FeaturesService,
  JobsService,
  PluginCatalogService,
  PluginContext,
  RateLimitService,
} from '@host/plugin'
import type { OutboundPolicy, SafeHttpClient } from '@host/plugin/safehttp'
import type { Tables } from './models.ts'

/** Dependencies shared by the modules of this plugin. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly jobs: JobsService
  readonly events: EventsService
  readonly features: FeaturesService
  readonly plugins: PluginCatalogService
  readonly client: SafeHttpClient
  readonly rateLimit: RateLimitService
  readonly outbound: OutboundPolicy | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Notifies open pages of a workspace that its deliveries have changed. */
  readonly notifyPages: (orgId: string) => void
}
