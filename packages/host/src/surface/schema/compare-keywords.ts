/** Keywords of one type of values: limits, and those that are only compared as a whole. */
import { isObject, type JsonObject } from '../../support/json.ts'
import { canonicalJson } from './canonical-json.ts'
import { annotations } from './schema-branches.ts'
import type { SchemaEffect } from './schema-change.ts'

/** A keyword that differs. */
export interface KeywordChange {
  readonly keyword: string
  readonly from: unknown
  readonly to: unknown
  readonly effect: SchemaEffect
  /** Whether it is a limit of size. Readers of an output don't depend on those. */
  readonly isLimit: boolean
}

const least = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const most = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
/** Keywords that `SchemaComparison` follows into their subschemas. */
const followed = new Set([
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'type',
  'enum',
  'const',
])

/** A schema and the root that its references begin at. */
export interface RootedSchema {
  readonly schema: JsonObject
  readonly root: JsonObject
}

/** The differing keywords of two schemas of one type, besides those that lead into subschemas. */
export function compareKeywords(from: RootedSchema, to: RootedSchema, type: string): readonly KeywordChange[] {
  const [before, after] = [withWholeLimits(from.schema, type), withWholeLimits(to.schema, type)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.flatMap((keyword): readonly KeywordChange[] => {
    if (followed.has(keyword) || (annotations.has(keyword) && keyword !== 'default')) return []
    const [old, next] = [before[keyword], after[keyword]]
    if (textOf(old, from.root) === textOf(next, to.root)) return []
    const isLimit = least.has(keyword) || most.has(keyword)
    return [{ keyword, from: old, to: next, effect: effectOf(keyword, old, next), isLimit }]
  })
}

/** Of whole numbers, "more than 0" is "at least 1". */
function withWholeLimits(schema: JsonObject, type: string): JsonObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema
  if (type !== 'integer') return schema
  const { minimum = -Infinity, maximum = Infinity } = rest as { readonly minimum?: number; readonly maximum?: number }
  return {
    ...rest,
    ...(Number.isInteger(above)
      ? { minimum: Math.max(minimum, Number(above) + 1) }
      : above !== undefined && { exclusiveMinimum: above }),
    ...(Number.isInteger(below)
      ? { maximum: Math.min(maximum, Number(below) - 1) }
      : below !== undefined && { exclusiveMaximum: below }),
  }
}

/** A keyword as text, with the definitions that it may refer to. */
function textOf(value: unknown, root: JsonObject): string | undefined {
  if (value === undefined) return undefined
  const text = canonicalJson(value)
  return isObject(value) || Array.isArray(value)
    ? `${text}${text.includes('"$ref"') ? canonicalJson(root['$defs']) : ''}`
    : text
}

function effectOf(keyword: string, from: unknown, to: unknown): SchemaEffect {
  if (keyword === 'default') return 'none'
  if (from === undefined) return 'narrowed'
  if (to === undefined) return 'widened'
  if (least.has(keyword)) return Number(to) > Number(from) ? 'narrowed' : 'widened'
  if (most.has(keyword)) return Number(to) < Number(from) ? 'narrowed' : 'widened'
  return 'both'
}
