import type {
  BlobsService,
  EventsService,
  ExportsService,
  JobsService,
  Mux,
  PageHostsService,
  PluginContext,
  RateLimitService,
} from '@host/plugin'
import type { Fulfil } from './fulfilment/fulfil.ts'
import type { Tables } from './models.ts'

/** Dependencies shared by the modules of this plugin. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly blobs: BlobsService
  readonly events: EventsService
  readonly exports: ExportsService
  readonly jobs: JobsService<Tables>
  readonly pageHosts: Pick<PageHostsService, 'urlOf'>
  readonly rateLimit: RateLimitService
  /** Each delivers one kind of goods of a paid order. */
  readonly fulfils: readonly Fulfil[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The mux of this plugin. */
export type ProductsMux = Mux<'products', Tables, 'products'>
