/**
 * What a schema says of properties that it does not name, as this host means it: in a request they are refused (see
 * `UnknownProperties`), whether the schema library says so or not; in an answer they are what a later version may add,
 * so a client has to ignore them, even where the library would refuse them today.
 */
import { isObject, type JsonObject } from './json.ts'
import { mapSubschemas } from './walk-schema.ts'

/** A schema of a request: whatever names properties takes no others unless it says which. */
export function closed(schema: JsonObject, isPart = false): JsonObject {
  const isComposed = ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
  const isShared = 'allOf' in schema || (isComposed && 'properties' in schema)
  const below = mapSubschemas(schema, (subschema, keyword) => {
    const isBranch = keyword === 'allOf' || ((keyword === 'anyOf' || keyword === 'oneOf') && (isShared || isPart))
    return keyword === 'not' || keyword === 'if' ? subschema : closed(subschema, isBranch)
  })
  if (isPart) return without(below, 'additionalProperties', false)
  if (isShared) return { unevaluatedProperties: false, ...without(below, 'additionalProperties', false) }
  return 'properties' in schema ? { ...below, additionalProperties: below['additionalProperties'] ?? false } : below
}

/** A schema of an answer: whatever names properties may have more of them. */
export function open(schema: JsonObject): JsonObject {
  const below = mapSubschemas(schema, (subschema, keyword) => (keyword === 'not' ? subschema : open(subschema)))
  return isObject(below['properties']) ? without(below, 'additionalProperties', false) : below
}

function without(schema: JsonObject, keyword: string, value: unknown): JsonObject {
  if (schema[keyword] !== value) return schema
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword))
}
