import type { Plan } from '../../shared.ts'

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
export function draftOf({ name, title, tiers, limits, isDefault }: Plan): PlanDraft {
  const typed = Object.entries(limits).map(([key, limit]) => [key, String(limit)])
  return { name, ...title, tiers, limits: Object.fromEntries(typed) as Record<string, string>, isDefault }
}

/** Names of limits whose text is not a whole number from 0. */
export function unreadableLimits({ limits }: PlanDraft): readonly string[] {
  return Object.entries(limits).flatMap(([name, text]) => (isAmount(text.trim()) ? [] : [name]))
}

/** The contents of a plan as the API takes them. */
export function contentsOf({ en, zh, tiers, limits }: PlanDraft) {
  const set = Object.entries(limits).filter(([, text]) => text.trim() !== '')
  return {
    title: { en, zh },
    tiers: [...tiers],
    limits: Object.fromEntries(set.map(([name, text]) => [name, Number(text)])) as Record<string, number>,
  }
}

/** Whether a text is empty, or an amount that numbers carry exactly. */
function isAmount(text: string): boolean {
  return text === '' || (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)))
}
