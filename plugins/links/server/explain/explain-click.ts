/** Explains a past click by what is stored of it. */
import { Problem, type ReadQueries } from '@host/plugin'
import type { ClickExplanation, ConditionState, LinkRule, RuleCondition, StoredClick } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { failedCondition } from '../rules/match-rules.ts'
import { selectLink } from '../links/link-rows.ts'
import { selectVersion } from '../versions/versions.ts'
import { findClick } from './stored-clicks.ts'
import { StoredFacts } from './stored-facts.ts'

/** Subjects of conditions that ask for data which no click has. */
const notStored: ReadonlySet<RuleCondition['on']> = new Set([
  'query',
  'network',
  'share',
  'region',
  'returning',
  'clicks',
])

/** @throws Problem `not_found` */
export async function explainedClick(db: ReadQueries<Tables>, id: string): Promise<ClickExplanation> {
  const click = await findClick(db, id)
  const { rule } = click
  const version = await versionOf(db, click)
  if (version === undefined) return { version: null, url: null, rules: [], rule }
  const facts = new StoredFacts(click)
  const asked = rule === null ? version.rules : version.rules.slice(0, rule + 1)
  const rules = asked.map((each, place) => ({ rule: each, conditions: statesOf(each, facts, place === rule) }))
  const { url } = (rule === null ? undefined : version.rules[rule]) ?? version
  return { version: version.number, url, rules, rule }
}

/** The version of a click; undefined after it was deleted. @throws Problem `not_found` for a deleted link */
async function versionOf(db: ReadQueries<Tables>, { linkId, version }: StoredClick) {
  const link = await selectLink(db, linkId)
  try {
    return await selectVersion(db, link, version)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  }
}

/** A rule that decided had all conditions met. Of another one at least one was not, so the only one in question was it. */
function statesOf({ conditions }: LinkRule, facts: StoredFacts, isDecisive: boolean): ConditionState[] {
  if (isDecisive) return conditions.map(() => 'met')
  const states = conditions.map((condition) => stateOf(condition, facts))
  const isClear = states.includes('unmet') || states.filter((state) => state === 'unknown').length !== 1
  return isClear ? states : states.map((state) => (state === 'unknown' ? 'unmet' : state))
}

function stateOf(condition: RuleCondition, facts: StoredFacts): ConditionState {
  if (notStored.has(condition.on)) return 'unknown'
  return failedCondition({ url: '', conditions: [condition] }, facts, () => '') === -1 ? 'met' : 'unmet'
}
