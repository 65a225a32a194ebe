import type { MaybePromise } from '../handler.ts'
import type { Wording } from '../errors.ts'
import { serviceToken } from '../service.ts'

/** Where a workspace has a tier or a limit from. */
export interface EntitlementSource {
  readonly from: 'plan' | 'override' | 'grant'
  /** The plan's name, or the note of the override or grant. */
  readonly name: string
  /** False for a tier that it takes away. */
  readonly has?: boolean
  /** A limit that it sets, or an amount that it adds; null for no limit. */
  readonly limit?: number | null
  /** When it ends (ISO 8601); null for never. */
  readonly until: string | null
}

/** Why a workspace has a tier or a limit, or lacks it. */
export interface EntitlementReason {
  /** Name of the workspace's plan; null when it has none. */
  readonly plan: string | null
  /** Names of the plans that include the tier, or more of the quota. */
  readonly plans: readonly string[]
  /** Titles of these plans for people, by name. */
  readonly titles?: Readonly<Record<string, Wording>>
  /** What counted, the first that decides first. */
  readonly sources: readonly EntitlementSource[]
}

/** Records of a quota above a limit, which are locked. */
export interface QuotaLock {
  /** Records that stay open, the first created ones. */
  readonly limit: number
  /** Since when the others are locked (ISO 8601). */
  readonly since: string
}

/** Use of a meter. */
export interface MeterUse {
  readonly orgId: string
  readonly meter: string
  readonly amount: number
  /** Counted once within 30 days, such as the ID of an email. */
  readonly id: string
  /** When it was used; now when left out. */
  readonly at?: number
}

/** The contents of a workspace's plan. */
export interface EntitlementsService {
  /** Whether the workspace has a tier. */
  hasTier(orgId: string, tier: string): MaybePromise<boolean>
  /**
   * The limit that the workspace's plan sets for a quota or a meter; undefined when it sets none. Use `planLimit`, which
   * also knows the bound of the instance.
   */
  limitOf(orgId: string, name: string): MaybePromise<number | undefined>
  /**
   * How much is left of a quota; `undefined` when the plan sets none.
   * @throws Problem `tier_required` where the plan doesn't include the quota
   * @deprecated since 1.1.0, use planLimit or withinPlan: another request may use up the rest before the answer is read.
   */
  remaining(orgId: string, quota: string): Promise<number | undefined>
  /** Why the workspace has a tier or limit, for people and for the answers 402 and 429. */
  explain(orgId: string, name: string): MaybePromise<EntitlementReason>
  /**
   * The lock of the records above a limit, once the notice of a lowered limit has passed. From memory. Use `requireUnlocked`.
   * @since 1.1.0
   */
  lockOf?(orgId: string, quota: string): MaybePromise<QuotaLock | undefined>
  /** How much of a meter the workspace used in the current period, and when the next one begins (ISO 8601). */
  usedOf(orgId: string, meter: string): MaybePromise<{ readonly used: number; readonly resetsAt: string }>
  /** Counts uses of meters, each ID once. In a transaction of the caller's, where there is one. */
  count(uses: readonly MeterUse[]): Promise<void>
}

/**
 * The contents of a workspace's plan. Without a provider no workspace has any tier, and no quota has a limit of a plan.
 *
 * Audience: authors.
 */
export const Entitlements = serviceToken<EntitlementsService>('core.entitlements')
