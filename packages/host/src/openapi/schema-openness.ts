/**
 * Handling of properties that a schema does not name, as this host means it: requests with them are refused (see
 * `UnknownProperties`), whether the schema library says so or not; in answers a later version may add them, so clients
 * must ignore them, even where the library would refuse them today.
 */
import { isObject, type JsonObject } from '../support/json.ts'
import { mapSubschemas } from './walk-schema.ts'

/** A schema of a request: an object with named properties takes no others unless the schema allows them. */
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

/** A schema of an answer: an object with named properties may have more of them. */
export function open(schema: JsonObject): JsonObject {
  const below = mapSubschemas(schema, (subschema, keyword) => (keyword === 'not' ? subschema : open(subschema)))
  return isObject(below['properties']) ? without(below, 'additionalProperties', false) : below
}

function without(schema: JsonObject, keyword: string, value: unknown): JsonObject {
  if (schema[keyword] !== value) return schema
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword))
}
