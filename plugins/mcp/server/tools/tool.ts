import type { JsonSchema } from '@host/plugin'
import type { ApiRoute } from '@host/plugin/platform'

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema?: JsonSchema & { readonly type: 'object' }
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
  }
}

/** A route that agents may call, and how they see it. */
export interface Tool {
  readonly name: string
  /** The pattern of its route. */
  readonly pattern: string
  readonly route: ApiRoute
  /** Whether it may change something, so that it has dry runs and keys. */
  readonly isWriting: boolean
  readonly needsApproval: boolean
  /** Whether its answers stand in an object of their own, since they are none. */
  readonly isWrapped: boolean
  readonly listed: ListedTool
}
