import { Problem, type FieldProblem, type Wording } from '@host/plugin'
import { deviceClasses, linkLimits, type LinkRule, type ListSubject, type RuleCondition } from '../../shared.ts'
import { judgeTarget } from '../links/judge-target.ts'
import type { Parts } from '../parts.ts'
import { isNetwork } from './networks.ts'

/** Refuses rules with a wrong target, network or time zone, each at its field. @throws Problem `invalid_input` */
export async function judgeRules(parts: Pick<Parts, 'ctx' | 'edge'>, rules: readonly LinkRule[]): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(rules))
  if (bytes > linkLimits.rulesText) throw invalid([{ path: 'rules', message: tooLong }])
  if (valuesIn(rules) > linkLimits.ruleValues) throw invalid([{ path: 'rules', message: tooMany }])
  if (zonesIn(rules).size > linkLimits.ruleZones) throw invalid([{ path: 'rules', message: tooManyZones }])
  const errors = rules.flatMap(({ conditions }, rule) =>
    conditions.flatMap((condition, place) => complaintsOf(condition, `rules.${rule}.conditions.${place}`)),
  )
  if (errors.length > 0) throw invalid(errors)
  for (const [place, { url }] of rules.entries()) await judgeTarget(parts, url, `rules.${place}.url`)
}

function zonesIn(rules: readonly LinkRule[]): ReadonlySet<string> {
  const conditions = rules.flatMap((rule) => rule.conditions)
  return new Set(conditions.flatMap((condition) => (condition.on === 'time' ? condition.timeZone : [])))
}

function valuesIn(rules: readonly LinkRule[]): number {
  const conditions = rules.flatMap((rule) => rule.conditions)
  return conditions.reduce((sum, condition) => sum + ('values' in condition ? condition.values.length : 1), 0)
}

function complaintsOf(condition: RuleCondition, path: string): readonly FieldProblem[] {
  if (condition.on === 'time') {
    return isTimeZone(condition.timeZone) ? [] : [{ path: `${path}.timeZone`, message: noZone }]
  }
  if (condition.on === 'clicks' && condition.to !== undefined && condition.to <= condition.from) {
    return [{ path: `${path}.to`, message: emptyRange }]
  }
  if (!('values' in condition) || condition.on === 'query') return []
  const { on } = condition
  if (on !== 'network') {
    return condition.values.flatMap((value, place) =>
      forms[on].test(value) ? [] : [{ path: `${path}.values.${place}`, message: wrongValue[on] }],
    )
  }
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
const emptyRange: Wording = { en: 'Enter a number above the first one.', zh: '请输入大于起始值的数字。' }
const tooMany: Wording = {
  en: `The conditions have more than ${linkLimits.ruleValues} values together.`,
  zh: `所有条件合计超过 ${linkLimits.ruleValues} 个值。`,
}
const tooManyZones: Wording = {
  en: `The rules have more than ${linkLimits.ruleZones} time zones together.`,
  zh: `所有规则合计超过 ${linkLimits.ruleZones} 个时区。`,
}
const tooLong: Wording = {
  en: `The rules are longer than ${linkLimits.rulesText} bytes together.`,
  zh: `所有规则合计超过 ${linkLimits.rulesText} 字节。`,
}

/** Values that can match at all. */
const forms: Readonly<Record<ListSubject, RegExp>> = {
  country: /^[a-z]{2}$/i,
  region: /^/,
  city: /^/,
  // bounded: the names of this build.
  device: new RegExp(`^(?:${deviceClasses.join('|')})$`, 'i'),
  system: /^/,
  browser: /^/,
  language: /^[a-z]{2,3}$/i,
  // bounded: a text of at most 100 characters.
  referrer: /^(?!www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
}

const wrongValue: Readonly<Record<ListSubject, Wording>> = {
  country: { en: 'Enter the code of a country, such as DE.', zh: '请输入国家或地区代码，例如 DE。' },
  region: { en: 'Enter the English name of a region.', zh: '请输入地区的英文名称。' },
  city: { en: 'Enter the English name of a city.', zh: '请输入城市的英文名称。' },
  device: { en: 'Choose one of the devices.', zh: '请选择一种设备。' },
  system: { en: 'Enter a system.', zh: '请输入操作系统。' },
  browser: { en: 'Enter a browser.', zh: '请输入浏览器。' },
  language: { en: 'Enter the code of a language, such as de.', zh: '请输入语言代码，例如 de。' },
  referrer: {
    en: 'Enter a host name without www, such as example.com, in A-labels.',
    zh: '请输入不含 www 的主机名，例如 example.com，国际化域名请使用 A-label 形式。',
  },
}
