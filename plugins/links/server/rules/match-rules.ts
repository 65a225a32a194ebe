/** Which rule of a link decides about a visit. Nothing here waits or reads a database. */
import type { ListSubject, RuleCondition } from '../../shared.ts'
import { isInNetwork } from './networks.ts'
import type { VisitFacts } from './visit-facts.ts'

/** A rule as a redirect needs it. */
export interface MatchedRule {
  readonly url: string
  readonly conditions: readonly RuleCondition[]
}

/** The place of the first rule whose conditions all hold; -1 for none. @param linkId so that shares of links differ */
export function matchRules(rules: readonly MatchedRule[], facts: VisitFacts, linkId: string): number {
  return rules.findIndex((rule, place) => failedCondition(rule, facts, `${linkId} ${place}`) === -1)
}

/** The place of the first condition that does not hold; -1 where all do. @param seed of the rule */
export function failedCondition({ conditions }: MatchedRule, facts: VisitFacts, seed: string): number {
  return conditions.findIndex((condition) => !holds(condition, facts, seed))
}

/** Whether rules ask where a visitor is, which a database has to say. */
export function asksPlace(rules: readonly MatchedRule[]): boolean {
  return rules.some(({ conditions }) => conditions.some(({ on }) => on === 'country'))
}

function holds(condition: RuleCondition, facts: VisitFacts, seed: string): boolean {
  switch (condition.on) {
    case 'query':
      return hasParameter(condition, facts)
    case 'network':
      return condition.values.some((network) => isInNetwork(facts.visit.address, network))
    case 'time':
      return isInTime(condition, facts.visit.at)
    case 'share':
      return shareOf(facts, seed) < condition.percent
    default:
      return (
        condition.values.some((value) => isValue(condition.on, value.toLowerCase(), facts)) !==
        (condition.isNot === true)
      )
  }
}

function isValue(on: ListSubject, wanted: string, facts: VisitFacts): boolean {
  switch (on) {
    case 'country':
      return facts.visit.country.toLowerCase() === wanted
    case 'device':
      return facts.agent.device === wanted
    case 'system':
      return facts.agent.system.toLowerCase() === wanted
    case 'browser':
      return facts.agent.browser.toLowerCase() === wanted
    case 'language':
      return facts.language === wanted
    case 'referrer':
      return facts.referrer === wanted || facts.referrer.endsWith(`.${wanted}`)
  }
}

function hasParameter({ name, values }: Extract<RuleCondition, { on: 'query' }>, { query }: VisitFacts): boolean {
  const found = query.getAll(name)
  return values.length === 0 ? found.length > 0 : found.some((value) => values.includes(value))
}

type TimeCondition = Extract<RuleCondition, { on: 'time' }>

/** A span that goes over midnight belongs to the day on which it begins. */
function isInTime({ from, to, days, timeZone }: TimeCondition, at: number): boolean {
  const { minute, weekday } = localTime(at, timeZone)
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const isOn = (day: number): boolean => days.length === 0 || days.includes(day)
  const yesterday = weekday === 1 ? 7 : weekday - 1
  if (start < end) return isOn(weekday) && minute >= start && minute < end
  return (isOn(weekday) && minute >= start) || (isOn(yesterday) && minute < end)
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 600

function localTime(at: number, timeZone: string): { readonly minute: number; readonly weekday: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday'] ?? '') + 1
  return { minute: Number(parts['hour']) * 60 + Number(parts['minute']), weekday }
}

/** Making one takes longer than all of the rest. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, format)
  return format
}

/** A number from 0 to 99 that a visitor always has at a rule. No cookie is set for it, and nothing is stored. */
function shareOf({ visit }: VisitFacts, seed: string): number {
  const text = `${seed} ${visit.address} ${visit.header('user-agent') ?? ''}`
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The last steps spread texts that differ in their last characters only.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}
