import type { EventsService, JobsService, Mux, PluginContext } from '@host/plugin'
import type { MemoryIndex, PlanCatalogService } from '@host/plugin/platform'
import type { Entitling } from './entitlements/entitling.ts'
import type { Tables } from './models.ts'

/** Dependencies shared by the modules of this plugin. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly index: MemoryIndex
  readonly catalog: PlanCatalogService
  readonly entitling: Entitling
  readonly events: EventsService<Tables>
  readonly jobs: JobsService<Tables>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The mux of this plugin. */
export type PlansMux = Mux<'plans', Tables, 'instance/plans'>
