import type { RuleCondition } from '../../shared.ts'
import type { MatchedRule } from '../rules/match-rules.ts'
import type { IndexedLink } from './indexed-link.ts'

/** Characters of texts whose links are kept. */
const mostCharacters = 4_000_000

/** Links with conditions as objects, by their text in the index: reading one costs more than the rest of a redirect. */
export class RichLinks {
  readonly #read: (text: string) => IndexedLink
  readonly #links = new Map<string, IndexedLink>()
  #characters = 0

  constructor(read: (text: string) => IndexedLink) {
    this.#read = read
  }

  of(text: string): IndexedLink {
    const known = this.#links.get(text)
    if (known !== undefined) return known
    const link = prepared(this.#read(text))
    if (this.#characters + text.length > mostCharacters) this.#clear()
    this.#links.set(text, link)
    this.#characters += text.length
    return link
  }

  #clear(): void {
    this.#links.clear()
    this.#characters = 0
  }
}

function prepared(link: IndexedLink): IndexedLink {
  const rules = link.guard?.rules
  return rules === undefined ? link : { ...link, guard: { ...link.guard, rules: rules.map(preparedRule) } }
}

/** A rule whose values are in lower case, as visits are compared. */
export function preparedRule({ url, conditions }: MatchedRule): MatchedRule {
  return { url, conditions: conditions.map(preparedCondition) }
}

function preparedCondition(condition: RuleCondition): RuleCondition {
  if (!('values' in condition) || condition.on === 'query' || condition.on === 'network') return condition
  return { ...condition, values: condition.values.map((value) => value.toLowerCase()) }
}
