import type { JsonObject } from './json.ts'

/** Who may call an operation. */
export const audiences = ['public', 'user', 'member', 'admin', 'owner', 'instance'] as const
export type OperationAudience = (typeof audiences)[number]

/** A value that a call takes beside its body. */
export interface Parameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly schema: JsonObject
  readonly example: unknown
}

/** A body with its content type. */
export interface Content {
  readonly type: string
  /** Undefined where nothing is known of it. */
  readonly schema: JsonObject | undefined
  readonly example: unknown
}

/** A refusal by its code. */
export interface Refusal {
  readonly status: string
  readonly code: string
  readonly meaning: string
}

/** A successful response. */
export interface Success {
  readonly status: string
  readonly description: string
  readonly contents: readonly Content[]
}

/** An operation of the API. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly isDeprecated: boolean
  readonly audience: OperationAudience
  readonly takesToken: boolean
  readonly scope: string | undefined
  readonly permission: string | undefined
  readonly tier: string | undefined
  readonly feature: string | undefined
  readonly isRecent: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Content | undefined
  readonly successes: readonly Success[]
  readonly refusals: readonly Refusal[]
}

/** The operations of a plugin. */
export interface OperationGroup {
  readonly name: string
  readonly title: string
  readonly description: string | undefined
  readonly operations: readonly Operation[]
}
