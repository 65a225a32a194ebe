import type { ReadQueries } from './database.ts'
import type { Language } from './wire-types.ts'
import type { WorkspaceContext } from './scope.ts'

/** The unit of a limit and of its use. */
export type AmountUnit = 'count' | 'bytes'

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
  /**
   * Bytes are shown as MB or GB; a count when left out.
   * @since 1.1.0
   */
  readonly unit?: AmountUnit
  /** How many a workspace has, for the page of its usage; within 2 s. */
  used(scope: WorkspaceContext<Tables>): Promise<number>
  /**
   * Records in the order of their IDs, the first created first. With it, the newest above a limit are locked 14 days after
   * the limit was lowered: `requireUnlocked` refuses their changes, and the page of the plan lists them.
   * @since 1.1.0
   */
  records?(db: ReadQueries<Tables>, page: QuotaRecordPage): Promise<readonly QuotaRecord[]>
}

/** Some of the records of a quota. */
export interface QuotaRecordPage {
  /** Records before the first one that is wanted. */
  readonly skip: number
  readonly limit: number
}

/** A record of a quota, as the page of the plan lists it. */
export interface QuotaRecord {
  readonly id: string
  /** Shown to owners and admins of the workspace. */
  readonly title: string
  /** Path of its page inside of the workspace, such as `/links/link_01h…`. */
  readonly path: string
}

/** Use of which a plan sets the most in a calendar month (UTC). */
export interface MeterDefinition extends PlanPart {
  readonly unit: AmountUnit
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
