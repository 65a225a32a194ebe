import type { AskedRoute, Exchange, Situation } from '../live/live-facts.ts'
import type { CheckedFacts } from '../checked-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { liveRule, type PluginRule } from '../plugin-rule.ts'

/** The violation of an exchange; undefined for a correct one. */
export type Judge = (exchange: Exchange) => string | undefined

/** A rule about the calls of some situations, of all where it names none. Each route is reported once. */
export function exchangeRule(
  id: string,
  title: string,
): (situations: readonly Situation[], judge: Judge) => PluginRule {
  return (situations, judge) => ruleOf({ id, title, situations, judge })
}

interface ExchangeRule {
  readonly id: string
  readonly title: string
  readonly situations: readonly Situation[]
  readonly judge: Judge
}

function ruleOf({ id, title, situations, judge }: ExchangeRule): PluginRule {
  return liveRule(id, title, ({ exchanges }, facts) => {
    const told = new Set<AskedRoute>()
    return exchanges.flatMap((exchange) => {
      const { route, situation } = exchange
      if (told.has(route) || (situations.length > 0 && !situations.includes(situation))) return []
      const said = judge(exchange)
      if (said === undefined) return []
      told.add(route)
      return [flawOf(facts, exchange, said)]
    })
  })
}

function flawOf({ locate }: CheckedFacts, { route, who, situation }: Exchange, said: string): Flaw {
  return { ...locate(route.pattern), message: `"${route.pattern}" ${said} (${situation}, as ${who}).` }
}

/** An answer in words: `answered 200`, `answered 404 not_found`. */
export function answered({ status, code }: Exchange): string {
  if (status === 0) return "didn't respond in time"
  return `answered ${status}${code === '' ? '' : ` ${code}`}`
}
