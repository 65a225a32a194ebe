import type { RuleActions, RuleCondition } from '../../shared.ts'

/** The part of an email that rules look at. */
export interface RuleFacts {
  readonly from: string
  /** Addresses of `To` and `Cc`. */
  readonly to: readonly string[]
  readonly subject: string
  readonly list: string
  readonly hasAttachment: boolean
}

/** A rule that is switched on. */
export interface ActiveRule {
  readonly match: 'all' | 'any'
  readonly conditions: readonly RuleCondition[]
  readonly actions: RuleActions
}

/** Everything that the rules of a mailbox do with an email. */
export interface RuleOutcome {
  readonly labelIds: readonly string[]
  readonly folder: NonNullable<RuleActions['folder']> | undefined
  readonly isRead: boolean
  readonly forwardIds: readonly string[]
}

/** Runs rules in their order: of folders the last one counts, and a rule that stops is the last. */
export function runRules(rules: readonly ActiveRule[], facts: RuleFacts): RuleOutcome {
  const labels = new Set<string>()
  const forwards = new Set<string>()
  let folder: RuleOutcome['folder']
  let isRead = false
  for (const rule of rules) {
    if (!matchesRule(rule, facts)) continue
    const { actions } = rule
    for (const id of actions.labelIds ?? []) labels.add(id)
    for (const id of actions.forwardIds ?? []) forwards.add(id)
    folder = actions.folder ?? folder
    isRead ||= actions.markRead === true
    if (actions.stop === true) break
  }
  return { labelIds: [...labels], folder, isRead, forwardIds: [...forwards] }
}

export function matchesRule({ match, conditions }: Omit<ActiveRule, 'actions'>, facts: RuleFacts): boolean {
  const holds = (condition: RuleCondition): boolean => holdsPlainly(condition, facts) !== (condition.isNot === true)
  return match === 'all' ? conditions.every(holds) : conditions.some(holds)
}

function holdsPlainly(condition: RuleCondition, facts: RuleFacts): boolean {
  if (condition.field === 'attachment') return facts.hasAttachment
  const wanted = folded(condition.text)
  const own = facts[condition.field]
  const texts = typeof own === 'string' ? [own] : own
  return texts.some((text) => {
    const known = folded(text)
    return condition.comparison === 'equals' ? known === wanted : known.includes(wanted)
  })
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().trim()
}
