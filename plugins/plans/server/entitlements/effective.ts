/**
 * The contents of a plan for one workspace: a pure function of the plan, its overrides, its grants and the moment.
 *
 *   tier:  an active grant ─► has it;   else an override decides;   else the plan
 *   limit: the override's, else the plan's, plus the amounts of all active grants
 *
 * No limit stays no limit, whatever is granted; 0 means not included, and a grant makes it included.
 */

import type { QuotaLock } from '@host/plugin'

/** The part of a plan that decides. */
export interface PlanContents {
  readonly name: string
  readonly tiers: readonly string[]
  readonly limits: Readonly<Record<string, number>>
}

/** What was decided for one workspace alone. */
export interface OwnContents {
  /** Undefined for the default plan. */
  readonly planId?: string | undefined
  readonly overrides: readonly OverrideFact[]
  readonly grants: readonly GrantFact[]
  /** Left out for none. */
  readonly excess?: readonly ExcessFact[]
}

/** A quota of which the workspace has more than its plan allows. */
export interface ExcessFact {
  readonly name: string
  /** Records of which it was notified that they stay open. */
  readonly limit: number
  /** When the notice ends, in milliseconds since 1970. */
  readonly until: number
}

export interface OverrideFact {
  readonly name: string
  readonly has?: boolean
  readonly limit?: number
}

export interface GrantFact {
  readonly name: string
  /** Left out for a tier. */
  readonly amount?: number
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until?: number
}

/** A workspace's plan at hand; no plan where the instance has no default one. */
export interface Contents {
  readonly plan: PlanContents | undefined
  readonly own: OwnContents
}

export const noOwn: OwnContents = Object.freeze({ overrides: [], grants: [] })

/** Whether a tier is included at a moment. */
export function hasTier({ plan, own }: Contents, tier: string, now: number): boolean {
  if (own.grants.some((grant) => grant.name === tier && isActive(grant, now))) return true
  const override = own.overrides.find(({ name }) => name === tier)
  return override?.has ?? plan?.tiers.includes(tier) ?? false
}

/** The limit of a quota or meter at a moment; undefined for none. */
export function limitOf({ plan, own }: Contents, name: string, now: number): number | undefined {
  const override = own.overrides.find((each) => each.name === name)
  const base = override?.limit ?? limitIn(plan, name)
  if (base === undefined) return undefined
  let limit = base
  for (const grant of own.grants) {
    if (grant.name === name && isActive(grant, now)) limit += grant.amount ?? 0
  }
  return Math.min(limit, Number.MAX_SAFE_INTEGER)
}

/** The lock of the records above a limit at a moment: of those that the notice named, and that are above the limit still. */
export function lockOf(contents: Contents, name: string, now: number): QuotaLock | undefined {
  const excess = contents.own.excess?.find((each) => each.name === name)
  if (excess === undefined || now < excess.until) return undefined
  const limit = limitOf(contents, name, now)
  if (limit === undefined) return undefined
  return { limit: Math.max(limit, excess.limit), since: new Date(excess.until).toISOString() }
}

/** Whether a grant counts at a moment. */
export function isActive({ from, until }: Pick<GrantFact, 'from' | 'until'>, now: number): boolean {
  return from <= now && (until === undefined || now < until)
}

function limitIn(plan: PlanContents | undefined, name: string): number | undefined {
  return plan !== undefined && Object.hasOwn(plan.limits, name) ? plan.limits[name] : undefined
}
