import { listSubjects, type LinkRule, type RuleCondition } from '../../shared.ts'

/** What a condition can be about, in the order of the choice. */
export const subjects = [...listSubjects, 'query', 'network', 'time', 'returning', 'clicks', 'share'] as const

export type Subject = (typeof subjects)[number]

/** A condition as it begins. */
export function newCondition(on: Subject): RuleCondition {
  if (on === 'query') return { on, name: '', values: [] }
  if (on === 'network') return { on, values: [] }
  if (on === 'share') return { on, percent: 50 }
  if (on === 'returning') return { on }
  if (on === 'clicks') return { on, from: 0, to: 100 }
  if (on !== 'time') return { on, values: [] }
  return { on, from: '09:00', to: '17:00', days: [], timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

export function newRule(): LinkRule {
  return { url: '', conditions: [newCondition('country')] }
}

/** Rules with one of them moved to another place. */
export function movedRule(rules: readonly LinkRule[], from: number, to: number): readonly LinkRule[] {
  const rule = rules[from]
  return rule === undefined ? rules : rules.toSpliced(from, 1).toSpliced(to, 0, rule)
}

/** The values of a text: one a comma or line. */
export function valuesOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
