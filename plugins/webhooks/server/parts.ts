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

/** What the parts of this plugin share. */
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
  /** Tells open pages of a workspace that its deliveries stand differently. */
  readonly tell: (orgId: string) => void
}
