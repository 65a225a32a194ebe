/**
 * JSON Schemas of inputs, converted on first use. Conversion is the largest part of a route's cost at the start, and
 * most routes of a process are never called.
 */
import type { Endpoint, JsonSchema } from '@host/plugin'

const schemas = new WeakMap<Endpoint, JsonSchema>()

/**
 * The JSON Schema of an endpoint's input, converted once: reading, limiting and auditing its calls share it.
 * @throws TypeError for a schema that yields no JSON Schema
 */
export function inputSchema(endpoint: Endpoint): JsonSchema {
  const known = schemas.get(endpoint)
  if (known !== undefined) return known
  const schema = endpoint.jsonSchema('input')
  schemas.set(endpoint, schema)
  return schema
}
