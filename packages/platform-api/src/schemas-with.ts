import type { StandardSchemaV1 } from '@standard-schema/spec'
import {
  defineEndpoint,
  type Endpoint,
  type EndpointAudience,
  type ErrorCode,
  type ToJsonSchema,
} from '@host/plugin/wire'

/**
 * Gives a definition of this package the schemas of its plugin, `nothing` where it has no input or output. Schemas with
 * other types than the definition do not compile.
 * @example
 * const withSchemas = schemasWith(z.toJSONSchema)
 * export const listBadges = withSchemas(definition, { input: nothing, output: z.object({ items: z.array(Badge) }) })
 */
export function schemasWith(toJSONSchema: ToJsonSchema) {
  return function withSchemas<
    Pattern extends string,
    DeclaredInput extends StandardSchemaV1,
    DeclaredOutput extends StandardSchemaV1,
    Audience extends EndpointAudience,
    Code extends ErrorCode,
    Input extends StandardSchemaV1,
    Output extends StandardSchemaV1,
  >(
    definition: Endpoint<Pattern, DeclaredInput, DeclaredOutput, Audience, Code>,
    schemas: {
      readonly input: Input & Same<StandardSchemaV1.InferInput<DeclaredInput>, StandardSchemaV1.InferInput<Input>>
      readonly output: Output & Same<StandardSchemaV1.InferOutput<DeclaredOutput>, StandardSchemaV1.InferOutput<Output>>
    },
  ): Endpoint<Pattern, Input, Output, Audience, Code> {
    const { input, output }: { readonly input: Input; readonly output: Output } = schemas
    return defineEndpoint({ ...definition, input, output, toJSONSchema } as never) as unknown as Endpoint<
      Pattern,
      Input,
      Output,
      Audience,
      Code
    >
  }
}

/** As it is sent: nothing is read-only or `undefined` in JSON. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? Sent<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Sent<Exclude<Value[Key], undefined>> }
    : Value

type Same<Declared, Own> =
  (<Value>() => Value extends Sent<Declared> ? 1 : 2) extends <Value>() => Value extends Sent<Own> ? 1 : 2
    ? unknown
    : { readonly 'the schema has another type than the definition': Declared }
