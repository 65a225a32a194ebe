import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/** The vendor of `typed`, by which a schema that was never replaced is found. */
export const typedVendor = 'host-typed'

/** A type in the place of a schema. */
export type Typed<Value> = StandardSchemaV1<Value> & {
  readonly '~standard': { readonly jsonSchema: StandardJSONSchemaV1.Converter }
}

/**
 * A type in the place of a schema: accepts every value, and describes none. Pages carry no schema of a call to the
 * host's own plugins. The plugin behind the endpoint gives it one with `schemasWith`.
 */
export function typed<Value>(): Typed<Value> {
  return {
    '~standard': {
      version: 1,
      vendor: typedVendor,
      validate: (value) => ({ value: value as Value }),
      jsonSchema: { input: () => ({}), output: () => ({}) },
    },
  }
}
