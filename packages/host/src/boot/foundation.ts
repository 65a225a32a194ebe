import type { UsageMeter } from '../observability/accounting/usage-meter.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import type { Bus } from '../database/bus/bus.ts'
import type { Coherence } from '../security/coherence/coherence.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Database } from '../database/database.ts'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { Safety } from './safety-stage.ts'
import type { Stores } from './stores-stage.ts'

/** The basis of a host once its database is ready. */
export interface Foundation {
  /** The execution contexts, with the usage counted under them. */
  readonly contexts: ExecutionContexts
  readonly usage: UsageMeter
  /** Undefined where no traces are sent. */
  readonly tracer: Tracer | undefined
  readonly database: Database
  readonly safety: Safety
  readonly stores: Stores
  readonly bus: Bus
  readonly coherence: Coherence
  readonly plugins: readonly RegisteredPlugin[]
}
