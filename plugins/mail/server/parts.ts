import type {
  BlobsService,
  CacheService,
  EventsService,
  ExportsService,
  FeaturesService,
  JobsService,
  LiveService,
  Mux,
  PluginContext,
  RateLimitService,
  SettingsService,
} from '@host/plugin'
import type { EdgeService, ThreadsService } from '@host/plugin/platform'
import type { Lookup, MailResolver, ParsePool } from '@host/email'
import type { MailHandlers } from './handlers/mail-handlers.ts'
import type { MailMetrics } from './metrics/mail-metrics.ts'
import type { Tables } from './models.ts'
import type { FoundMailboxes, Recipients } from './receive/find-mailboxes.ts'
import type { Groups } from './receive/groups.ts'
import type { GroupCommits } from './receive/group-commits.ts'
import type { ReadyMessage, StoredByMailbox } from './receive/store-messages.ts'
import type { Pace } from './queue/pace.ts'
import type { OpenKeys } from './senders/signing-keys.ts'
import type { MailStorage } from './storage/mail-storage.ts'

/** Dependencies shared by the modules of this plugin. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly blobs: BlobsService
  readonly edge: Pick<EdgeService, 'proofs' | 'ownerOf' | 'dashboardOrigin'>
  readonly cache: CacheService
  readonly events: EventsService
  readonly exports: ExportsService
  readonly features: Pick<FeaturesService, 'isEnabled'>
  readonly jobs: JobsService<Tables>
  readonly live: LiveService
  readonly rateLimit: RateLimitService
  readonly settings: Pick<SettingsService, 'user'>
  readonly storage: Pick<MailStorage, 'isFull' | 'requireOpen' | 'requireRoom' | 'add' | 'use'>
  readonly threads: ThreadsService
  readonly pool: Pick<ParsePool, 'parse'>
  readonly handlers: MailHandlers
  /** Finds the mailboxes of recipients, see `findMailboxes`. */
  readonly mailboxes: Pick<Groups<Recipients, FoundMailboxes>, 'add'>
  /** Writes of received emails, several in a transaction. */
  readonly commits: Pick<GroupCommits<ReadyMessage, StoredByMailbox>, 'run'>
  /** DNS by the operator's resolvers, for checks of senders; `resolver` asks the same for deliveries. */
  readonly lookup: Lookup
  readonly resolver: MailResolver
  readonly openKeys: OpenKeys
  readonly metrics: Pick<MailMetrics, 'countReceived' | 'countAttempt'>
  /** Connections of this process to the servers of recipients and transports. */
  readonly pace: Pace
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The mux of this plugin. */
export type MailMux = Mux<'mail', Tables, 'emails'>
