/**
 * A schema as a list of branches, each of one type, so that `anyOf`, a list of types, `enum` and `const` are compared alike:
 * a nullable text has a branch of texts and one of null, however its schema library writes that.
 */
import { isObject, type JsonObject } from '../../support/json.ts'
import { canonicalJson } from './canonical-json.ts'

/** Values of one type. */
export interface SchemaBranch {
  /** A type of JSON Schema, `any` for a schema without one, or `never`. */
  readonly type: string
  /** Its keywords, without its type and its values. */
  readonly schema: JsonObject
  /** The only valid values, by their JSON; undefined where all of the type are valid. */
  readonly values: ReadonlySet<string> | undefined
}

/** Keywords that say nothing about which values are valid. */
export const annotations: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
])

const deepest = 32

/** A subschema with its references to the root resolved. A boolean is the schema that it stands for. */
export function resolved(schema: unknown, root: JsonObject, depth = 0): JsonObject {
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return {}
  const { $ref: ref, ...beside } = schema
  if (typeof ref !== 'string' || depth > deepest) return schema
  return { ...resolved(found(ref, root), root, depth + 1), ...beside }
}

/** The target of a pointer such as `#/$defs/Note`; the pointer itself where it leads nowhere. */
function found(ref: string, root: JsonObject): unknown {
  if (!ref.startsWith('#')) return { $unknown: ref }
  const steps = ref.split('/').slice(1)
  const target = steps.reduce<unknown>((at, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, name) ? (at as JsonObject)[name] : undefined
  }, root)
  return target ?? { $unknown: ref }
}

/** The branches of a schema: the texts of several `const` are one branch. */
export function branchesOf(schema: unknown, root: JsonObject): readonly SchemaBranch[] {
  const all = split(schema, root, 0)
  const valued = Map.groupBy(
    all.filter(({ values }) => values !== undefined),
    ({ type }) => type,
  )
  const merged = [...valued].map(([type, parts]) => ({
    type,
    schema: parts[0]?.schema ?? {},
    values: new Set(parts.flatMap(({ values = new Set<string>() }) => [...values])),
  }))
  return [...merged, ...all.filter(({ values }) => values === undefined)]
}

function split(schema: unknown, root: JsonObject, depth: number): readonly SchemaBranch[] {
  const whole = resolved(schema, root)
  const { anyOf, oneOf, ...beside } = whole
  const union = anyOf ?? oneOf
  const isOnlyUnion = Object.keys(beside).every((keyword) => annotations.has(keyword))
  if (Array.isArray(union) && isOnlyUnion && depth < deepest) {
    return union.flatMap((each) => split(each, root, depth + 1))
  }
  const { type, enum: listed, const: only, ...rest } = whole
  const values = Array.isArray(listed) ? (listed as unknown[]) : 'const' in whole ? [only] : undefined
  if (values !== undefined) return valuedBranches(values, rest)
  const types = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [untyped(rest)]
  return types.map((each) => ({ type: each, schema: rest, values: undefined }))
}

function valuedBranches(values: readonly unknown[], schema: JsonObject): readonly SchemaBranch[] {
  const byType = Map.groupBy(values, typeOf)
  return [...byType].map(([type, own]) => ({ type, schema, values: new Set(own.map(canonicalJson)) }))
}

function untyped(rest: JsonObject): string {
  if (isObject(rest['not']) && Object.keys(rest['not']).length === 0) return 'never'
  if ('properties' in rest) return 'object'
  return 'items' in rest ? 'array' : 'any'
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
