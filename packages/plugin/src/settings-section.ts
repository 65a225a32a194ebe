import type { StandardSchemaV1 } from '@standard-schema/spec'
import { jsonSchemaOf, type JsonSchema, type SelfDescribing, type ToJsonSchema } from './json-schema.ts'

/** Options of a settings section. */
export interface SettingsSectionOptions<Schema extends StandardSchemaV1 = StandardSchemaV1> {
  /** The id of its page, which stands under `/settings/<id>`; unique in the build. */
  readonly id: string
  /**
   * English. In the plugin's `i18n` `settings.<id>` translates it, `settings.<id>.<field>` names a field,
   * `settings.<id>.<field>.hint` explains it, and `settings.<id>.<field>.options.<value>` names its options.
   */
  readonly title: string
  /** A lucide icon's name. */
  readonly icon?: string
  /**
   * An object; every field has a default or is optional, since nothing is set at first. Fields are texts, numbers,
   * booleans, choices of texts, and lists of texts; a text of the format `time-zone` is chosen among the time zones.
   * The output of the schema is stored, so it must accept its own output. It validates synchronously.
   */
  readonly schema: Schema
  /** Fields that are stored encrypted and never sent back: texts directly in the object. */
  readonly secrets?: readonly string[]
}

/** Declared settings of one kind: validation, storage, the API and the form follow from the schema. */
export interface SettingsSection<
  Schema extends StandardSchemaV1 = StandardSchemaV1,
> extends SettingsSectionOptions<Schema> {
  /** The JSON Schema of the stored values. */
  jsonSchema(): JsonSchema
}

type Source<Schema> = Schema extends SelfDescribing
  ? { readonly toJSONSchema?: ToJsonSchema }
  : { readonly toJSONSchema: ToJsonSchema }

/**
 * Declares a section of settings. Validation, encrypted secrets, the API, a page with its menu, and audit follow from it:
 * a workspace's section is changed by its admins, the instance's by instance admins, a person's by themselves.
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

/**
 * `defineSettings` with the schema library's converter given once.
 * @example const defineSettings = settingsWith(z.toJSONSchema)
 * @since 1.0.0
 */
export function settingsWith(toJSONSchema: ToJsonSchema) {
  return function define<Schema extends StandardSchemaV1>(
    options: SettingsSectionOptions<Schema>,
  ): SettingsSection<Schema> {
    return defineSettings<Schema>({ ...options, toJSONSchema })
  }
}
