import type { Language } from './wire-types.ts'
import type { WorkspaceContext } from './scope.ts'

/** A name and its title for people. */
interface PlanPart {
  /** Unique in the build: lower-case letters, digits and hyphens. */
  readonly name: string
  readonly title: Readonly<Record<Language, string>>
}

/** Features that a plan includes or not. Routes ask for it by `tier`. */
export interface TierDefinition extends PlanPart {
  readonly description?: Readonly<Record<Language, string>>
}

/** Records of which a plan sets the most that exist at once. */
export interface QuotaDefinition<Tables = object> extends PlanPart {
  /** The most of any workspace, with or without a plan: a plan can't set more. */
  readonly most: number
  /** How many a workspace has, for the page of its usage; within 2 s. */
  used(scope: WorkspaceContext<Tables>): Promise<number>
}

/** Use of which a plan sets the most in a calendar month (UTC). */
export interface MeterDefinition extends PlanPart {
  readonly unit: 'count' | 'bytes'
}

/**
 * The parts of plans that a plugin brings: instance admins compose plans of the parts of all plugins.
 * @example
 * plan: {
 *   tiers: [{ name: 'reports', title: { en: 'Reports', zh: '报表' } }],
 *   quotas: [notesQuota],
 * }
 */
export interface PlanParts<Tables = object> {
  readonly tiers?: readonly TierDefinition[]
  readonly quotas?: readonly QuotaDefinition<Tables>[]
  readonly meters?: readonly MeterDefinition[]
}
