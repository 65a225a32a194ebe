import type { Tables } from '../catalog.ts'
import type { TypeIds } from '../type-id.ts'
import type { Dialect } from '../statement.ts'

/** The owner of the compiled queries, and their reach. */
export interface Binding {
  readonly dialect: Dialect
  /** The plugin, or `host`. */
  readonly owner: string
  readonly tables: Tables
  /** The workspace that every query carries; `undefined` over the whole instance. */
  readonly orgId: string | undefined
  /** The host's own queries: raw fragments and every function are let through. */
  readonly isTrusted: boolean
  readonly ids: TypeIds
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Set where every query is a background read: the queue it waits in. */
  readonly backgroundQueue?: string | undefined
}
