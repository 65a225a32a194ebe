import type { ApiRoute } from '@host/plugin/platform'
import type { Components } from './components.ts'
import type { DescribedRoute } from './described-route.ts'
import type { JsonObject } from '../support/json.ts'
import type { SchemaRegistry } from './schema-registry.ts'

/** Dependencies of operations. */
export interface OperationTools {
  readonly components: Components
  readonly schemas: SchemaRegistry
}

/** A route on its way to become an operation. */
export interface OperationDraft {
  readonly id: string
  readonly route: ApiRoute
  readonly described: DescribedRoute
  /** The parameters of its path. */
  readonly path: readonly JsonObject[]
}
