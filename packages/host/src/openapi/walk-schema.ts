import { isObject, type JsonObject } from '../support/json.ts'

const single = [
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
] as const
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
const named = ['properties', 'patternProperties', '$defs', 'dependentSchemas'] as const

/** A JSON Schema with each direct subschema replaced; other values, such as examples, stay as they are. */
export function mapSubschemas(
  schema: JsonObject,
  replace: (subschema: JsonObject, keyword: string) => JsonObject,
): JsonObject {
  const result: Record<string, unknown> = { ...schema }
  const each = (value: unknown, keyword: string): unknown => (isObject(value) ? replace(value, keyword) : value)
  for (const keyword of single) if (keyword in schema) result[keyword] = each(schema[keyword], keyword)
  for (const keyword of listed) {
    const list = schema[keyword]
    if (Array.isArray(list)) result[keyword] = list.map((value) => each(value, keyword))
  }
  for (const keyword of named) {
    const map = schema[keyword]
    if (!isObject(map)) continue
    result[keyword] = Object.fromEntries(Object.entries(map).map(([name, value]) => [name, each(value, keyword)]))
  }
  return result
}
