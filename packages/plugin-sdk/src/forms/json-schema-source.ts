import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonSchema, SelfDescribing } from '@host/plugin/wire'

/** The source of a form that knows its fields only from a JSON Schema, such as one that the server has sent. */
export type JsonSchemaSource = StandardSchemaV1<Readonly<Record<string, unknown>>> & SelfDescribing

/**
 * Creates a form source from a JSON Schema. The controls come from the schema; values are validated only by the server,
 * whose errors are shown at the fields. Keep the source for the lifetime of the form.
 * @example <Form source={source} fields={{ threshold: { label: t('alerts.threshold') } }} onSubmit={save} />
 * @since 1.0.0
 */
export function jsonSchemaSource(schema: JsonSchema): JsonSchemaSource {
  return Object.freeze({
    '~standard': {
      version: 1 as const,
      vendor: 'host',
      validate: (value: unknown) => ({ value: value as Readonly<Record<string, unknown>> }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  })
}
