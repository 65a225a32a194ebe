/**
 * Compares two JSON Schemas of one side of a call. Pure. A keyword that the comparison doesn't know breaks callers
 * when it changes in any way that could.
 */
import type { JsonObject } from '../../support/json.ts'
import { canonicalJson, shortJson } from './canonical-json.ts'
import { pairBranches, type BranchPair } from './pair-branches.ts'
import { compareKeywords, type RootedSchema } from './compare-keywords.ts'
import { comparePropertyLists } from './compare-objects.ts'
import { branchesOf } from './schema-branches.ts'
import { breaks, type SchemaChange, type SchemaEffect, type SchemaSide } from './schema-change.ts'

/** What two schemas describe. */
export interface ComparedSide {
  readonly side: SchemaSide
  /** The name of the whole value, with which every place begins. */
  readonly root: string
}

/** The differences between two schemas; none when they take the same values. */
export function diffSchemas(from: JsonObject, to: JsonObject, { side, root }: ComparedSide): readonly SchemaChange[] {
  const comparison = new SchemaComparison(from, to, side)
  comparison.compare(from, to, root)
  return comparison.changes
}

/** A change before it is judged. */
export interface FoundChange extends Pick<SchemaChange, 'change' | 'from' | 'to'> {
  readonly effect: SchemaEffect
}

/** Comparisons of subschemas. Definitions that refer to each other can make a small schema long. */
const mostComparisons = 20_000

class SchemaComparison {
  readonly changes: SchemaChange[] = []
  readonly #roots: { readonly from: JsonObject; readonly to: JsonObject }
  readonly #side: SchemaSide
  /** Pairs that are being compared, so that schemas which contain themselves end. */
  readonly #open = new Set<string>()
  #left = mostComparisons

  constructor(from: JsonObject, to: JsonObject, side: SchemaSide) {
    this.#roots = { from, to }
    this.#side = side
  }

  compare(from: unknown, to: unknown, path: string): void {
    const [before, after] = [canonicalJson(from), canonicalJson(to)]
    const key = `${before} ${after}`
    if (this.#open.has(key)) return
    if (this.#left-- <= 0) return this.#giveUp(before === after, path)
    this.#open.add(key)
    this.#compareBranches(from, to, path)
    this.#open.delete(key)
  }

  #compareBranches(from: unknown, to: unknown, path: string): void {
    const before = branchesOf(from, this.#roots.from)
    const { pairs, found } = pairBranches(before, branchesOf(to, this.#roots.to))
    for (const each of found) this.#add(path, each)
    for (const pair of pairs) this.#comparePair(pair, path)
  }

  /** A schema that is too large to follow breaks callers unless it is the same text. */
  #giveUp(isSame: boolean, path: string): void {
    if (!isSame) this.#add(path, { change: 'changed', effect: 'both' })
  }

  #comparePair({ type, from, to }: BranchPair, path: string): void {
    const { from: fromRoot, to: toRoot } = this.#roots
    this.#compareKeywords({ schema: from, root: fromRoot }, { schema: to, root: toRoot }, { type, path })
    if (type === 'object') this.#compareObjects(from, to, path)
    if (type === 'array') this.#compareItems(from, to, path)
  }

  #compareKeywords(from: RootedSchema, to: RootedSchema, { type, path }: { type: string; path: string }): void {
    for (const { keyword, effect, isLimit, ...values } of compareKeywords(from, to, type)) {
      const seen = this.#side === 'output' && isLimit ? 'none' : effect
      const change = values.from === undefined ? 'added' : values.to === undefined ? 'removed' : 'changed'
      this.#add(`${path} ${keyword}`, { change, effect: seen, from: written(values.from), to: written(values.to) })
    }
  }

  #compareObjects(from: JsonObject, to: JsonObject, path: string): void {
    const { common, found, rest } = comparePropertyLists(from, to, this.#side)
    for (const { name, ...change } of found) this.#add(`${path}.${name}`, change)
    for (const { name, from: old, to: next } of common) this.compare(old, next, `${path}.${name}`)
    if (rest !== undefined) this.compare(rest.from, rest.to, `${path}.*`)
  }

  #compareItems(from: JsonObject, to: JsonObject, path: string): void {
    const [before, after] = [listOf(from['prefixItems']), listOf(to['prefixItems'])]
    for (let at = 0; at < Math.max(before.length, after.length); at++) {
      this.compare(before[at] ?? from['items'], after[at] ?? to['items'], `${path}[${at}]`)
    }
    this.compare(from['items'], to['items'], `${path}[]`)
  }

  #add(path: string, { effect, ...change }: FoundChange): void {
    this.changes.push({ path, ...change, isBreaking: breaks(this.#side, effect) })
  }
}

function written(value: unknown): string | undefined {
  return value === undefined ? undefined : shortJson(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
