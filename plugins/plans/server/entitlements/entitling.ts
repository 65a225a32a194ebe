/** Answers from memory: a question about a plan costs two look-ups in a process's index, and no query. */
import type { MaybePromise, QuotaLock } from '@host/plugin'
import type { MemoryIndex } from '@host/plugin/platform'
import { hasTier, limitOf, lockOf, noOwn, type Contents, type OwnContents, type PlanContents } from './effective.ts'
import { defaultKey, ownKey, planKey } from './plan-source.ts'

/** Workspaces and plans whose parsed text is kept. */
const mostParsed = 10_000

/** Reads what the plans of workspaces include now. */
export class Entitling {
  readonly #index: Pick<MemoryIndex, 'find' | 'read'>
  readonly #clock: () => number
  readonly #parsed = new Map<string, { readonly text: string; readonly value: unknown }>()

  constructor(index: Pick<MemoryIndex, 'find' | 'read'>, clock: () => number) {
    this.#index = index
    this.#clock = clock
  }

  hasTier(orgId: string, tier: string): MaybePromise<boolean> {
    const contents = this.contentsOf(orgId)
    return contents instanceof Promise
      ? contents.then((read) => hasTier(read, tier, this.#clock()))
      : hasTier(contents, tier, this.#clock())
  }

  limitOf(orgId: string, name: string): MaybePromise<number | undefined> {
    return andThen(this.contentsOf(orgId), (contents) => limitOf(contents, name, this.#clock()))
  }

  lockOf(orgId: string, name: string): MaybePromise<QuotaLock | undefined> {
    return andThen(this.contentsOf(orgId), (contents) => lockOf(contents, name, this.#clock()))
  }

  contentsOf(orgId: string): MaybePromise<Contents> {
    // Every request of a route with a tier passes here, so nothing is made for rows at hand but the answer.
    const text = this.#index.find(ownKey(orgId))
    if (text === null) {
      const usual = this.#index.find(defaultKey)
      if (usual !== undefined) return { plan: this.#parse<PlanContents>(defaultKey, usual), own: noOwn }
    }
    return andThen(this.#valueOf<OwnContents>(ownKey(orgId)), (found) => {
      const own = found ?? noOwn
      const key = own.planId === undefined ? defaultKey : planKey(own.planId)
      return andThen(this.#valueOf<PlanContents>(key), (plan) => ({ plan, own }))
    })
  }

  #valueOf<Value>(key: string): MaybePromise<Value | undefined> {
    const found = this.#index.find(key)
    return andThen(found === undefined ? this.#index.read(key) : found, (text) => this.#parse<Value>(key, text))
  }

  #parse<Value>(key: string, text: string | null): Value | undefined {
    if (text === null) return undefined
    const known = this.#parsed.get(key)
    if (known?.text === text) return known.value as Value
    const value: unknown = JSON.parse(text)
    if (this.#parsed.size >= mostParsed) this.#parsed.clear()
    this.#parsed.set(key, { text, value })
    return value as Value
  }
}

function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
