import type {
  BlobsService,
  CacheService,
  EventsService,
  ExportsService,
  JobsService,
  Mux,
  PluginContext,
} from '@host/plugin'
import type { EdgeService, MemoryIndex, PasswordHashesService } from '@host/plugin/platform'
import type { ClickWriter } from './clicks/click-writer.ts'
import type { Tables } from './models.ts'

/** Dependencies shared by the modules of this plugin. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly edge: EdgeService
  readonly index: MemoryIndex
  readonly events: EventsService
  readonly jobs: JobsService<Tables>
  readonly clicks: ClickWriter
  readonly blobs: BlobsService
  readonly cache: CacheService
  readonly exports: ExportsService
  readonly passwords: PasswordHashesService
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The mux of this plugin. */
export type LinksMux = Mux<'links', Tables, 'instance/links'>
