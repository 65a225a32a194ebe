/** Finds which branch of a new schema stands for which one of the old. */
import { isObject, type JsonObject } from '../../support/json.ts'
import { canonicalJson, shortJson } from './canonical-json.ts'
import type { FoundChange } from './diff-schemas.ts'
import type { SchemaBranch } from './schema-branches.ts'

/** Two branches of one type whose keywords are to be compared. */
export interface BranchPair {
  readonly type: string
  readonly from: JsonObject
  readonly to: JsonObject
}

/** Pairs to compare further, and branches and values that only one of the schemas has. */
export interface PairedBranches {
  readonly pairs: readonly BranchPair[]
  readonly found: readonly FoundChange[]
}

type Branches = readonly SchemaBranch[]

/** Pairs branches: those of one type by their discriminators, then in their order. */
export function pairBranches(before: Branches, after: Branches): PairedBranches {
  const pairs: (readonly [SchemaBranch, SchemaBranch])[] = []
  const [left, right] = [[...before], [...after]]
  for (const isMatch of [isSame, isOfOneTag, isOfOneType]) pairs.push(...takePairs(left, right, isMatch))
  // A whole number that becomes any number is a change of one type and not two.
  const wider = takePairs(left, right, isNumeric)
  return {
    pairs: [...pairs, ...wider].map(([from, to]) => ({ type: to.type, from: from.schema, to: to.schema })),
    found: [
      ...pairs.flatMap(([from, to]) => valueChanges(from, to)),
      ...wider.flatMap(([from, to]) => typeChange(from, to)),
      ...unmatched(left, right),
    ],
  }
}

type Match = (from: SchemaBranch, to: SchemaBranch) => boolean

/** Takes what matches out of both lists. */
function takePairs(left: SchemaBranch[], right: SchemaBranch[], isMatch: Match) {
  const pairs: [SchemaBranch, SchemaBranch][] = []
  for (const from of left.slice()) {
    const to = right.find((each) => isMatch(from, each))
    if (to === undefined) continue
    left.splice(left.indexOf(from), 1)
    right.splice(right.indexOf(to), 1)
    pairs.push([from, to])
  }
  return pairs
}

function isSame(from: SchemaBranch, to: SchemaBranch): boolean {
  return isOfOneType(from, to) && canonicalJson(from.schema) === canonicalJson(to.schema)
}

/** Branches of a union of objects are told apart by a property with one value, such as `kind`. */
function isOfOneTag(from: SchemaBranch, to: SchemaBranch): boolean {
  const tag = tagOf(from)
  return tag !== undefined && tag === tagOf(to)
}

function tagOf({ type, schema }: SchemaBranch): string | undefined {
  if (type !== 'object' || !isObject(schema['properties'])) return undefined
  const tags = Object.entries(schema['properties']).filter(([, each]) => isObject(each) && 'const' in each)
  return tags.length === 0 ? undefined : canonicalJson(tags)
}

function isOfOneType(from: SchemaBranch, to: SchemaBranch): boolean {
  return from.type === to.type
}

function isNumeric({ type: from }: SchemaBranch, { type: to }: SchemaBranch): boolean {
  return (from === 'integer' && to === 'number') || (from === 'number' && to === 'integer')
}

function typeChange(from: SchemaBranch, to: SchemaBranch): readonly FoundChange[] {
  const effect = to.type === 'number' ? 'widened' : 'narrowed'
  return [{ change: 'changed', effect, from: from.type, to: to.type }, ...valueChanges(from, to)]
}

/** Values that only one side has. */
function valueChanges({ values: before }: SchemaBranch, { values: after }: SchemaBranch): readonly FoundChange[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined) return [{ change: 'added', effect: 'narrowed', to: listed(after) }]
  if (after === undefined) return [{ change: 'removed', effect: 'widened', from: listed(before) }]
  const [gone, come] = [before.difference(after), after.difference(before)]
  const removed: FoundChange = { change: 'removed', effect: 'narrowed', from: listed(gone) }
  const added: FoundChange = { change: 'added', effect: 'widened', to: listed(come) }
  return [...(gone.size === 0 ? [] : [removed]), ...(come.size === 0 ? [] : [added])]
}

/** Branches without a match. One on each side is a change of the type. */
function unmatched(left: Branches, right: Branches): readonly FoundChange[] {
  const [from, to] = [left[0], right[0]]
  if (left.length === 1 && right.length === 1 && from !== undefined && to !== undefined) {
    const effect = to.type === 'any' ? 'widened' : from.type === 'any' ? 'narrowed' : 'both'
    return [{ change: 'changed', effect, from: nameOf(from), to: nameOf(to) }]
  }
  // Where one side takes any value, the types that only the other side names are among them.
  const [isAnyBefore, isAnyAfter] = [left, right].map((list) => list.some(({ type }) => type === 'any'))
  return [
    ...left.map((each): FoundChange => ({
      change: 'removed',
      effect: isAnyAfter ? 'none' : 'narrowed',
      from: nameOf(each),
    })),
    ...right.map((each): FoundChange => ({
      change: 'added',
      effect: isAnyBefore ? 'none' : 'widened',
      to: nameOf(each),
    })),
  ]
}

function nameOf({ type, values, schema }: SchemaBranch): string {
  if (values !== undefined) return listed(values)
  return type === 'object' && isObject(schema['properties']) ? shortJson(Object.keys(schema['properties'])) : type
}

function listed(values: ReadonlySet<string> = new Set()): string {
  const text = [...values].toSorted().join(' | ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
