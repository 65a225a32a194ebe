import type {
  ChangesetsService,
  EventsService,
  JobsService,
  LiveService,
  PluginContext,
  RateLimitService,
} from '@host/plugin'
import type { EdgeService } from '@host/plugin/platform'
import type { Providers } from './accounts/providers.ts'
import type { Serving } from './served/serving.ts'
import type { CheckSlots } from './checks/check-slots.ts'
import type { NameServers } from './checks/name-servers.ts'
import type { Tables } from './models.ts'

/** Dependencies shared by the modules of this plugin. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly jobs: JobsService
  readonly events: EventsService
  readonly live: LiveService
  readonly rateLimit: RateLimitService
  readonly changesets: ChangesetsService
  readonly edge: Pick<EdgeService, 'judge' | 'judgeZone' | 'prove' | 'disprove' | 'hostsBelow' | 'listHostsBelow'>
  readonly providers: Providers
  /** The DNS server of this host; undefined where it answers no DNS. */
  readonly serving: Serving | undefined
  readonly nameServers: NameServers
  /** Of checks. */
  readonly slots: CheckSlots
  /** Of calls of providers. */
  readonly calls: CheckSlots
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
