import type { StandardSchemaV1 } from '@standard-schema/spec'
import { jsonSchemaOf, type JsonSchema, type SelfDescribing, type ToJsonSchema } from './json-schema.ts'

/** What a section of settings is declared with. */
export interface SettingsSectionOptions<Schema extends StandardSchemaV1 = StandardSchemaV1> {
  /** The id of its page, which stands under `/settings/<id>`; unique in the build. */
  readonly id: string
  /** English; `settings.<id>` in the plugin's `i18n` translates it, `settings.<id>.<field>` and `settings.<id>.<field>.hint` its fields. */
  readonly title: string
  /** A lucide icon's name. */
  readonly icon?: string
  /** An object; every field has a default or may be left out, since nothing is set at first. */
  readonly schema: Schema
  /** Fields that are stored encrypted and never sent back: texts directly in the object. */
  readonly secrets?: readonly string[]
}

/** Declared settings of one kind: validation, storage, the API and the form follow from the schema. */
export interface SettingsSection<
  Schema extends StandardSchemaV1 = StandardSchemaV1,
> extends SettingsSectionOptions<Schema> {
  /** The JSON Schema of what is stored. */
  jsonSchema(): JsonSchema
}

type Source<Schema> = Schema extends SelfDescribing
  ? { readonly toJSONSchema?: ToJsonSchema }
  : { readonly toJSONSchema: ToJsonSchema }

/**
 * Declares a section of settings.
 * @example
 * export const alerts = defineSettings({
 *   id: 'alerts',
 *   title: 'Alerts',
 *   schema: z.strictObject({ threshold: z._default(z.int().check(z.gte(1)), 10), apiKey: z._default(z.string(), '') }),
 *   secrets: ['apiKey'],
 *   toJSONSchema: z.toJSONSchema,
 * })
 * // settings: { workspace: alerts }, and where it is needed: ctx.lookup(Settings)?.workspace(alerts, orgId)
 * @since 1.0.0
 */
export function defineSettings<Schema extends StandardSchemaV1>(
  options: SettingsSectionOptions<Schema> & Source<Schema>,
): SettingsSection<Schema> {
  const { toJSONSchema, ...rest } = options as SettingsSectionOptions<Schema> & { toJSONSchema?: ToJsonSchema }
  return Object.freeze({ ...rest, jsonSchema: () => jsonSchemaOf(options.schema, 'input', toJSONSchema) })
}
