import type { StandardSchemaV1 } from '@standard-schema/spec'
import { jsonSchemaOf, type JsonSchema, type SelfDescribing, type ToJsonSchema } from './json-schema.ts'

/** Options of an event. */
export interface EventOptions<Name extends string = string, Data extends StandardSchemaV1 = StandardSchemaV1> {
  /** `noun.past-participle`, such as `note.created`; unique in the build. */
  readonly name: Name
  /** English; `event.<name>` in the plugin's `i18n` translates it. */
  readonly description: string
  /** Its data: ids and facts, never a secret. At most 64 kB as JSON. */
  readonly data: Data
  /** An example of its data, for the catalog and for test deliveries. */
  readonly example: StandardSchemaV1.InferInput<Data>
}

/** An event that a plugin publishes to report a change. */
export interface EventDefinition<
  Name extends string = string,
  Data extends StandardSchemaV1 = StandardSchemaV1,
> extends EventOptions<Name, Data> {
  /** The JSON Schema of its data. */
  jsonSchema(): JsonSchema
}

type Source<Data> = Data extends SelfDescribing
  ? { readonly toJSONSchema?: ToJsonSchema }
  : { readonly toJSONSchema: ToJsonSchema }

/**
 * Declares an event.
 * @example
 * export const noteCreated = defineEvent({
 *   name: 'note.created',
 *   description: 'A note was written',
 *   data: z.object({ noteId: z.string() }),
 *   example: { noteId: 'note_01h2xcejqtf2nbrexx3vqjhp41' },
 *   toJSONSchema: z.toJSONSchema,
 * })
 * @since 1.0.0
 */
export function defineEvent<const Name extends string, Data extends StandardSchemaV1>(
  options: EventOptions<Name, Data> & Source<Data>,
): EventDefinition<Name, Data> {
  const { toJSONSchema, ...rest } = options as EventOptions<Name, Data> & { toJSONSchema?: ToJsonSchema }
  return Object.freeze({ ...rest, jsonSchema: () => jsonSchemaOf(options.data, 'output', toJSONSchema) })
}

/**
 * `defineEvent` with the schema library's converter given once.
 * @example const defineEvent = eventsWith(z.toJSONSchema)
 * @since 1.0.0
 */
export function eventsWith(toJSONSchema: ToJsonSchema) {
  return function define<const Name extends string, Data extends StandardSchemaV1>(
    options: EventOptions<Name, Data>,
  ): EventDefinition<Name, Data> {
    return defineEvent<Name, Data>({ ...options, toJSONSchema })
  }
}
