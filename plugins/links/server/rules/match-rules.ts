/** Which rule of a link decides about a visit. Nothing here waits or reads a database. */
import type { ListSubject, RuleCondition } from '../../shared.ts'
import { isInNetwork } from './networks.ts'
import type { VisitFacts } from './visit-facts.ts'

/** A rule as a redirect needs it; values that are compared without case are in lower case, see `preparedRule`. */
export interface MatchedRule {
  readonly url: string
  readonly conditions: readonly RuleCondition[]
}

/** The place of the first rule whose conditions all hold; -1 for none. @param linkId so that shares of links differ */
export function matchRules(rules: readonly MatchedRule[], facts: VisitFacts, linkId: string): number {
  return rules.findIndex((rule, place) => failedCondition(rule, facts, () => `${linkId} ${place}`) === -1)
}

/** The place of the first condition that does not hold; -1 where all do. @param seed what tells the rule from others */
export function failedCondition({ conditions }: MatchedRule, facts: VisitFacts, seed: () => string): number {
  return conditions.findIndex((condition) => !holds(condition, facts, seed))
}

const ofPlace: ReadonlySet<RuleCondition['on']> = new Set(['country', 'region', 'city'])
const ofPast: ReadonlySet<RuleCondition['on']> = new Set(['returning', 'clicks'])

/** Whether rules ask where a visitor is, which a database has to say. */
export function asksPlace(rules: readonly MatchedRule[]): boolean {
  return rules.some(({ conditions }) => conditions.some(({ on }) => ofPlace.has(on)))
}

/** Whether rules ask for earlier visits, which are in the database. */
export function asksPast(rules: readonly MatchedRule[]): boolean {
  return rules.some(({ conditions }) => conditions.some(({ on }) => ofPast.has(on)))
}

function holds(condition: RuleCondition, facts: VisitFacts, seed: () => string): boolean {
  const { on } = condition
  if (on === 'query') return hasParameter(condition, facts)
  if (on === 'network') return condition.values.some((network) => isInNetwork(facts.visit.address, network))
  if (on === 'time') return isInTime(condition, facts.visit.at)
  if (on === 'returning') return facts.visit.isReturning !== (condition.isNot === true)
  if (on === 'clicks') return isBetween(condition, facts.visit.clicks)
  if (on === 'share') return shareOf(facts, seed()) < condition.percent
  const isAny = condition.values.some((value) => isValue[on](value, facts))
  return isAny !== (condition.isNot === true)
}

/** Whether a visit shows a value, given in lower case. */
const isValue: Readonly<Record<ListSubject, (wanted: string, facts: VisitFacts) => boolean>> = {
  country: (wanted, { visit }) => visit.country.toLowerCase() === wanted,
  region: (wanted, { visit }) => visit.region.toLowerCase() === wanted,
  city: (wanted, { visit }) => visit.city.toLowerCase() === wanted,
  device: (wanted, { agent }) => agent.device === wanted,
  system: (wanted, { agent }) => agent.system.toLowerCase() === wanted,
  browser: (wanted, { agent }) => agent.browser.toLowerCase() === wanted,
  language: (wanted, { language }) => language === wanted,
  referrer: (wanted, { referrer }) => referrer === wanted || referrer.endsWith(`.${wanted}`),
}

function isBetween({ from, to = Number.POSITIVE_INFINITY }: Extract<RuleCondition, { on: 'clicks' }>, clicks: number) {
  return from <= clicks && clicks < to
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
function shareOf({ visitor }: VisitFacts, seed: string): number {
  const text = `${seed} ${visitor}`
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The last steps spread texts that differ in their last characters only.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}
