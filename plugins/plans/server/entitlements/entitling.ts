/**
 * Answers from memory: a question about a plan costs one look-up by workspace, and no query. After a change of any rows
 * it costs two more in the process's index.
 */
import type { MaybePromise, QuotaLock } from '@host/plugin'
import type { MemoryIndex } from '@host/plugin/platform'
import { hasTier, limitOf, lockOf, noOwn, type Contents, type OwnContents, type PlanContents } from './effective.ts'
import { defaultKey, ownKey, planKey } from './plan-source.ts'

/** Workspaces and plans whose contents are kept. */
const mostKept = 10_000

/** Contents as of a version of the index. */
interface KnownContents {
  readonly version: number
  readonly contents: Contents
}

/** Reads what the plans of workspaces include now. */
export class Entitling {
  readonly #index: Pick<MemoryIndex, 'find' | 'read' | 'version'>
  readonly #clock: () => number
  readonly #known = new Map<string, KnownContents>()
  readonly #parsed = new Map<string, { readonly text: string; readonly value: unknown }>()

  constructor(index: Pick<MemoryIndex, 'find' | 'read' | 'version'>, clock: () => number) {
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
    const { version } = this.#index
    const known = this.#known.get(orgId)
    if (known !== undefined && known.version === version) return known.contents
    const contents = this.#read(orgId)
    if (version !== undefined && !(contents instanceof Promise)) keep(this.#known, orgId, { version, contents })
    return contents
  }

  #read(orgId: string): MaybePromise<Contents> {
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
    keep(this.#parsed, key, { text, value })
    return value as Value
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= mostKept) map.clear()
  map.set(key, value)
}

function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
