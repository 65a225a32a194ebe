import { ClientError } from '@host/client'

/** What a refusal by a plan says about plans. */
export interface PlanFacts {
  /** The name of the feature or limit. */
  readonly part: string | undefined
  /** The title of the workspace's plan, or its name; undefined for none. */
  readonly plan: string | undefined
  /** Titles, or names, of the plans that include it, or more of it. */
  readonly plans: readonly string[]
  /** When the count of a meter starts again. */
  readonly resetsAt: string | undefined
}

/** Reads the facts of `tier_required` and `quota_exceeded`; undefined for every other failure. */
export function planFacts(error: unknown): PlanFacts | undefined {
  if (!(error instanceof ClientError)) return undefined
  const { code, facts } = error.problem ?? {}
  if (facts === undefined || (code !== 'tier_required' && code !== 'quota_exceeded')) return undefined
  const plans = facts['planTitles'] ?? facts['plans']
  return {
    part: textOf(facts['feature']) ?? textOf(facts['meter']),
    plan: textOf(facts['planTitle']) ?? textOf(facts['plan']),
    plans: Array.isArray(plans) ? plans.flatMap((name) => textOf(name) ?? []) : [],
    resetsAt: textOf(facts['resetsAt']),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
