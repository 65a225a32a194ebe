import { defineEndpoint, nothing, type Page, type Role } from '@host/plugin/wire'
import { answer } from '../query/shell-endpoints.ts'

/** State of a changeset. */
export type ChangesetStateName =
  | 'planned'
  | 'approved'
  | 'applying'
  | 'interrupted'
  | 'applied'
  | 'reverted'
  | 'left'
  | 'dismissed'
  | 'expired'

/** A user; the name is null for one who is no longer a member. */
export interface ChangesetPerson {
  readonly id: string
  readonly name: string | null
}

/** The part of a changeset that changes one target. */
export interface ChangesetPart {
  /** The plugin of the kind. */
  readonly plugin: string
  readonly pluginTitle: string
  readonly kind: string
  readonly target: string
  readonly title: string
  /** How many steps it has. */
  readonly count: number
}

/** A warning with its text in the reader's language. */
export interface ShownWarning {
  readonly plugin: string
  readonly code: string
  readonly text: string
  readonly keys?: readonly string[]
  readonly confirm?: string
}

/** What depends on the changed values, with its text in the reader's language. */
export interface ShownDependent {
  readonly plugin: string
  readonly code: string
  readonly text: string
  readonly examples: readonly string[]
  readonly path?: string
  readonly effect: 'stops' | 'changes'
}

/** A changeset as the endpoint answers it. */
export interface ShownChangeset {
  readonly id: string
  readonly title: string
  readonly note: string | null
  readonly state: ChangesetStateName
  readonly hash: string
  /** Lowest role that may approve, apply and revert. */
  readonly role: Role
  readonly pluginTitle: string
  /** Null for the plugin itself. */
  readonly plannedBy: ChangesetPerson | null
  readonly approvedBy: ChangesetPerson | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly finishedAt: string | null
  readonly reverts: string | null
  readonly isDrift: boolean
  readonly error: string | null
  readonly errorText: string | null
  readonly parts: readonly ChangesetPart[]
  readonly warnings: readonly ShownWarning[]
  readonly dependents: readonly ShownDependent[]
}

/** A value that a changeset changes; null where there is none. */
export interface ChangesetStep {
  /** Index of its part. */
  readonly part: number
  readonly key: string
  readonly before: unknown
  readonly after: unknown
  /** `writing`: it may have been written. `differs`: the present value is neither the one before nor the one after. */
  readonly state: 'waiting' | 'writing' | 'applied' | 'differs'
}

interface Approval {
  readonly hash: string
  readonly confirmations?: readonly string[]
}

export const readChangeset = defineEndpoint({
  pattern: 'GET /api/changesets/{id}',
  input: nothing,
  output: answer<ShownChangeset>(),
  summary: 'Get a changeset',
})

export const listSteps = defineEndpoint({
  pattern: 'GET /api/changesets/{id}/steps',
  input: answer<{ readonly limit: number }>(),
  output: answer<Page<ChangesetStep>>(),
  summary: 'List the steps of a changeset',
})

export const applyChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/apply',
  input: answer<Approval>(),
  output: answer<ShownChangeset>(),
  summary: 'Approve and apply a plan',
})

export const finishChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/finish',
  input: nothing,
  output: answer<ShownChangeset>(),
  summary: 'Resume an interrupted changeset',
})

export const revertChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/revert',
  input: answer<{ readonly title: string }>(),
  output: answer<ShownChangeset>(),
  summary: 'Plan the revert of a changeset',
})

export const leaveChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/leave',
  input: nothing,
  output: answer<ShownChangeset>(),
  summary: 'End an interrupted changeset as it is',
})

export const dismissChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/dismiss',
  input: nothing,
  output: answer<ShownChangeset>(),
  summary: 'Dismiss a plan',
})
