import type { RuleCondition } from '../../shared.ts'
import type { MatchedRule } from '../rules/match-rules.ts'
import { readIndexed, type IndexedLink } from './indexed-link.ts'

/** Characters of texts whose links are kept. */
const mostCharacters = 4_000_000

/** Links as objects, by their text in the index: reading one costs more than the rest of a redirect. */
export class KnownLinks<Known> {
  readonly #make: (link: IndexedLink) => Known
  readonly #links = new Map<string, Known>()
  #characters = 0

  /** @param make what is kept of a link */
  constructor(make: (link: IndexedLink) => Known) {
    this.#make = make
  }

  of(text: string): Known {
    const known = this.#links.get(text)
    if (known !== undefined) return known
    const made = this.#make(prepared(readIndexed(text)))
    if (this.#characters + text.length > mostCharacters) this.#clear()
    this.#links.set(text, made)
    this.#characters += text.length
    return made
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
