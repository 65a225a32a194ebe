import { defineEndpoint, nothing, type Page, type Role } from '@host/plugin/wire'
import type { ListInput } from './lists.ts'
import { typed } from './typed.ts'

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
  readonly params?: Readonly<Record<string, string | number>>
  readonly keys?: readonly string[]
  /** Text to type before the plan can be approved. */
  readonly confirm?: string
}

/** What depends on the changed values, with its text in the reader's language. */
export interface ShownDependent {
  readonly plugin: string
  readonly code: string
  readonly text: string
  readonly count: number
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
  /** The plugin that planned it. */
  readonly plugin: string
  readonly pluginTitle: string
  /** Null for the plugin itself. */
  readonly plannedBy: ChangesetPerson | null
  readonly approvedBy: ChangesetPerson | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly finishedAt: string | null
  readonly verifiedAt: string | null
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

/** The plan that the caller has seen. */
interface Approval {
  readonly hash: string
  readonly confirmations?: readonly string[]
}

const actErrors = ['forbidden', 'conflict'] as const
const applyErrors = [...actErrors, 'feature_disabled', 'stale_plan', 'target_busy'] as const

export const readChangeset = defineEndpoint({
  pattern: 'GET /api/changesets/{id}',
  input: nothing,
  output: typed<ShownChangeset>(),
  summary: 'Get a changeset with its warnings and dependents',
  mcp: {
    name: 'read',
    description:
      'Gets the state of a changeset, its warnings, and what depends on the changed values. Its steps are another tool.',
  },
})

export const listSteps = defineEndpoint({
  pattern: 'GET /api/changesets/{id}/steps',
  input: typed<ListInput>(),
  output: typed<Page<ChangesetStep>>(),
  summary: 'List the steps of a changeset: each value before and after, with its state',
  mcp: {
    name: 'steps',
    description: 'Lists the values that a changeset changes: before, after, and whether each is applied.',
  },
})

export const applyChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/apply',
  input: typed<Approval>(),
  output: typed<ShownChangeset>(),
  support: false,
  audit: 'changeset.started',
  errors: applyErrors,
  summary: 'Apply a plan',
  description: 'Approves it too, unless it is approved. The steps are written in the background; follow the state.',
})

export const finishChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/finish',
  input: nothing,
  output: typed<ShownChangeset>(),
  support: false,
  audit: 'changeset.resumed',
  errors: applyErrors,
  summary: 'Resume an interrupted changeset',
})

export const revertChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/revert',
  input: typed<{ readonly title: string; readonly note?: string }>(),
  output: typed<ShownChangeset>(),
  status: 201,
  audit: 'changeset.revert_planned',
  errors: [...actErrors, 'service_unavailable', 'too_many_requests'],
  summary: 'Plan the revert of a changeset',
  description: 'The answer is a plan of its own. Values that changed since are left out and named in a warning.',
})

export const leaveChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/leave',
  input: nothing,
  output: typed<ShownChangeset>(),
  audit: 'changeset.left',
  errors: actErrors,
  summary: 'End an interrupted changeset as it is',
})

export const dismissChangeset = defineEndpoint({
  pattern: 'POST /api/changesets/{id}/dismiss',
  input: nothing,
  output: typed<ShownChangeset>(),
  audit: 'changeset.dismissed',
  errors: [...actErrors, 'stale_plan'],
  summary: 'Dismiss a plan',
  description: 'The author of a plan can dismiss it, too.',
})
