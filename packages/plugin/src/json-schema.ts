import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Makes a JSON Schema of a schema library's schema, such as zod's `z.toJSONSchema`. */
export type ToJsonSchema = (schema: never, options: { readonly io: 'input' | 'output' }) => object

/** A schema that yields its JSON Schema by itself. */
export type SelfDescribing = { readonly '~standard': { readonly jsonSchema: StandardJSONSchemaV1.Converter } }

/**
 * The JSON Schema of one side of a schema.
 * @throws TypeError when the schema yields none
 */
export function jsonSchemaOf(
  schema: StandardSchemaV1,
  io: 'input' | 'output',
  toJsonSchema?: ToJsonSchema,
): JsonSchema {
  const standard = schema['~standard'] as Partial<SelfDescribing['~standard']>
  if (standard.jsonSchema !== undefined) return standard.jsonSchema[io]({ target: 'draft-2020-12' })
  if (toJsonSchema !== undefined) return { ...toJsonSchema(schema as never, { io }) }
  throw new TypeError('The schema yields no JSON Schema: give the endpoint toJSONSchema, for zod/mini z.toJSONSchema.')
}
