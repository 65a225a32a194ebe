/** Compares two versions of a plugin. Pure, and the same for every pair of surfaces. */
import { kindRules } from './fact-rules.ts'
import { partKinds, type PartKind, type PluginSurface, type SurfaceFact, type SurfacePart } from './plugin-surface.ts'
import { canonicalJson, shortJson } from './schema/canonical-json.ts'
import { diffSchemas } from './schema/diff-schemas.ts'
import type { SchemaSide } from './schema/schema-change.ts'

/** A difference between two versions of a plugin. */
export interface SurfaceChange {
  readonly kind: PartKind
  /** The name of the part, such as the pattern of a route. */
  readonly name: string
  /** The fact, or the place in a schema, such as `input.title maxLength`; undefined where the whole part is meant. */
  readonly path?: string
  readonly change: 'added' | 'removed' | 'changed'
  /** The old and the new value, as short JSON; undefined where it has none. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Whether users of the old version must change something before they use the new one. */
  readonly isBreaking: boolean
}

/** The differences between two versions: the breaking ones first, then by kind, name and place. */
export function diffSurfaces(from: PluginSurface, to: PluginSurface): readonly SurfaceChange[] {
  const [before, after] = [partsByKey(from), partsByKey(to)]
  const removed = from.parts.filter((part) => !after.has(keyOf(part)) && !isOfOther(part, after))
  const added = to.parts.filter((part) => !before.has(keyOf(part)) && !isOfOther(part, before))
  const changes = [
    ...removed.map((part) => wholeChange(part, 'removed')),
    ...added.map((part) => wholeChange(part, 'added')),
    ...from.parts.flatMap((part) => changesOf(part, after.get(keyOf(part)))),
  ]
  return changes.toSorted(
    (a, b) =>
      Number(b.isBreaking) - Number(a.isBreaking) ||
      partKinds.indexOf(a.kind) - partKinds.indexOf(b.kind) ||
      compareTexts(a.name, b.name) ||
      compareTexts(a.path ?? '', b.path ?? ''),
  )
}

function partsByKey({ parts }: PluginSurface): ReadonlyMap<string, SurfacePart> {
  return new Map(parts.map((part) => [keyOf(part), part]))
}

function keyOf({ kind, name }: Pick<SurfacePart, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

/** Whether a part belongs to a table that the other version doesn't have. */
function isOfOther({ table }: SurfacePart, other: ReadonlyMap<string, SurfacePart>): boolean {
  return table !== undefined && !other.has(keyOf({ kind: 'table', name: table }))
}

function wholeChange({ kind, name, facts }: SurfacePart, change: 'added' | 'removed'): SurfaceChange {
  const { isMissed, breaksWhenNew } = kindRules[kind]
  const isBreaking = change === 'removed' ? isMissed : breaksWhenNew?.(facts) === true
  return { kind, name, change, isBreaking }
}

function changesOf(from: SurfacePart, to: SurfacePart | undefined): readonly SurfaceChange[] {
  if (to === undefined) return []
  return [...factChanges(from, to), ...schemaChanges(from, to, 'input'), ...schemaChanges(from, to, 'output')]
}

function factChanges(
  { kind, name, facts: before }: SurfacePart,
  { facts: after }: SurfacePart,
): readonly SurfaceChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((path): readonly SurfaceChange[] => {
    const [from, to] = [before[path], after[path]]
    if (canonicalJson(from) === canonicalJson(to)) return []
    const isBreaking = kindRules[kind].facts[path]?.(from, to) === true
    return [{ kind, name, path, change: 'changed', from: shortFact(from), to: shortFact(to), isBreaking }]
  })
}

function shortFact(fact: SurfaceFact): string | undefined {
  return fact === undefined ? undefined : shortJson(fact)
}

function schemaChanges(from: SurfacePart, to: SurfacePart, side: SchemaSide): readonly SurfaceChange[] {
  const { kind, name } = from
  const [before, after] = [from[side], to[side]]
  const root = rootNames[kind] ?? side
  if (before !== undefined && after !== undefined) {
    return diffSchemas(before, after, { side, root }).map((change) => ({ kind, name, ...change }))
  }
  if (before === after) return []
  // A typed route that becomes an untyped one promises nothing of its values.
  const change = before === undefined ? 'added' : 'removed'
  return [{ kind, name, path: root, change, isBreaking: change === 'removed' }]
}

/** Names of values, where they are neither the input nor the output of a call. */
const rootNames: Partial<Readonly<Record<PartKind, string>>> = { event: 'data', settings: 'values' }

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
