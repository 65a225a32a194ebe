import { Problem, type FieldProblem, type Wording } from '@host/plugin'
import { linkLimits, type LinkRule, type RuleCondition } from '../../shared.ts'
import { judgeTarget } from '../links/judge-target.ts'
import type { Parts } from '../parts.ts'
import { isNetwork } from './networks.ts'

/** Refuses rules with a wrong target, network or time zone, each at its field. @throws Problem `invalid_input` */
export async function judgeRules(parts: Pick<Parts, 'ctx' | 'edge'>, rules: readonly LinkRule[]): Promise<void> {
  if (JSON.stringify(rules).length > linkLimits.rulesText) throw invalid([{ path: 'rules', message: tooLong }])
  const errors = rules.flatMap(({ conditions }, rule) =>
    conditions.flatMap((condition, place) => complaintsOf(condition, `rules.${rule}.conditions.${place}`)),
  )
  if (errors.length > 0) throw invalid(errors)
  for (const [place, { url }] of rules.entries()) await judgeTarget(parts, url, `rules.${place}.url`)
}

function complaintsOf(condition: RuleCondition, path: string): readonly FieldProblem[] {
  if (condition.on === 'time') {
    return isTimeZone(condition.timeZone) ? [] : [{ path: `${path}.timeZone`, message: noZone }]
  }
  if (condition.on !== 'network') return []
  return condition.values.flatMap((value, place) =>
    isNetwork(value) ? [] : [{ path: `${path}.values.${place}`, message: noNetwork }],
  )
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function invalid(errors: readonly FieldProblem[]): Problem {
  return new Problem('invalid_input', { errors })
}

const noZone: Wording = { en: 'Enter a time zone such as Europe/Berlin.', zh: '请输入时区，例如 Europe/Berlin。' }
const noNetwork: Wording = {
  en: 'Enter an address or a network, such as 192.0.2.0/24.',
  zh: '请输入地址或网络，例如 192.0.2.0/24。',
}
const tooLong: Wording = {
  en: `The rules are longer than ${linkLimits.rulesText} characters together.`,
  zh: `所有规则合计超过 ${linkLimits.rulesText} 个字符。`,
}
