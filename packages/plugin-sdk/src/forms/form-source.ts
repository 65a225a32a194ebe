import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Endpoint, JsonSchema, SelfDescribing } from '@host/plugin/wire'

/** Source of a form: an endpoint, whose input the form produces, or a schema. */
export type FormSource = StandardSchemaV1 | Endpoint

/** The schema of a source. */
export type SchemaOf<Source extends FormSource> = Source extends Endpoint
  ? Source['input']
  : Source extends StandardSchemaV1
    ? Source
    : never

/** The input that a form produces. */
export type FormInput<Source extends FormSource> = StandardSchemaV1.InferInput<SchemaOf<Source>>

/** The names of the fields that a form may have. */
export type FieldName<Source extends FormSource> = keyof FormInput<Source> & string

/** The current values of a form, which may be incomplete. */
export type FormValues<Source extends FormSource> = [FieldName<Source>] extends [never]
  ? Readonly<Record<string, unknown>>
  : { readonly [Name in FieldName<Source>]?: FormInput<Source>[Name] }

/** The schema that a source validates with. */
export function schemaOf(source: FormSource): StandardSchemaV1 {
  return isEndpoint(source) ? source.input : source
}

/** The endpoint that a form sends its input to; undefined for a schema. */
export function endpointOf(source: FormSource): Endpoint | undefined {
  return isEndpoint(source) ? source : undefined
}

/** Describes the fields of a source; undefined when its library provides no JSON Schema. */
export function describeSource(source: FormSource): JsonSchema | undefined {
  try {
    if (isEndpoint(source)) return source.jsonSchema('input')
    const { jsonSchema } = source['~standard'] as Partial<SelfDescribing['~standard']>
    return jsonSchema?.input({ target: 'draft-2020-12' })
  } catch {
    return undefined
  }
}

function isEndpoint(source: FormSource): source is Endpoint {
  return 'pattern' in source
}
