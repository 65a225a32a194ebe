import type { Plan, PlanPart } from '../../shared.ts'
import { readAmount, unitOf, writeAmount } from '../amount-input.ts'

type Parts = readonly Pick<PlanPart, 'name' | 'unit'>[]

/** A plan as it is typed. */
export interface PlanDraft {
  readonly name: string
  readonly en: string
  readonly zh: string
  readonly tiers: readonly string[]
  /** As typed, by name; empty for no limit of the plan. */
  readonly limits: Readonly<Record<string, string>>
  readonly isDefault: boolean
}

export const emptyDraft: PlanDraft = { name: '', en: '', zh: '', tiers: [], limits: {}, isDefault: false }

/** The stored values, as the form shows them. */
export function draftOf({ name, title, tiers, limits, isDefault }: Plan, parts: Parts): PlanDraft {
  const typed = Object.entries(limits).map(([key, limit]) => [key, writeAmount(limit, unitOf(parts, key))])
  return { name, ...title, tiers, limits: Object.fromEntries(typed) as Record<string, string>, isDefault }
}

/** Names of limits whose text is not an amount. */
export function unreadableLimits({ limits }: PlanDraft, parts: Parts): readonly string[] {
  return Object.entries(limits).flatMap(([name, text]) => {
    return text.trim() === '' || readAmount(text, unitOf(parts, name)) !== undefined ? [] : [name]
  })
}

/** The contents of a plan as the API takes them. */
export function contentsOf({ en, zh, tiers, limits }: PlanDraft, parts: Parts) {
  const read = Object.entries(limits).map(([name, text]) => [name, readAmount(text, unitOf(parts, name))] as const)
  return {
    title: { en, zh },
    tiers: [...tiers],
    limits: Object.fromEntries(read.filter(([, limit]) => limit !== undefined)) as Record<string, number>,
  }
}
