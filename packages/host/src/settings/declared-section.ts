import type { JsonSchema, PluginI18n, SettingsOwner, SettingsSection } from '@host/plugin'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import { isSwitchable } from '../declared/plugin-entry.ts'
import type { Issue } from '../request/field-errors.ts'
import { UnknownProperties } from '../request/unknown-properties.ts'
import type { Fields } from './settings-store.ts'

/** The kind of owner that a section belongs to. */
export type SettingsKind = SettingsOwner['kind']

/** In the order in which they are listed. */
export const settingsKinds: readonly SettingsKind[] = ['instance', 'workspace', 'user']

/** A section with all that validating, storing and showing it takes. */
export class DeclaredSection {
  readonly plugin: string
  /** The feature that must be on in the workspace; undefined for parts that can't be switched off. */
  readonly feature: string | undefined
  readonly section: SettingsSection
  readonly i18n: PluginI18n
  readonly secrets: ReadonlySet<string>
  #jsonSchema: JsonSchema | undefined

  constructor(registered: RegisteredPlugin, section: SettingsSection) {
    this.plugin = registered.name
    this.feature = isSwitchable(registered) ? registered.feature : undefined
    this.section = section
    this.i18n = registered.i18n
    this.secrets = new Set(section.secrets ?? [])
  }

  /** Converted on first use. */
  get jsonSchema(): JsonSchema {
    return (this.#jsonSchema ??= this.section.jsonSchema())
  }

  get unknown(): UnknownProperties {
    return new UnknownProperties(this.jsonSchema)
  }

  /** The names of its fields. */
  get fields(): readonly string[] {
    return Object.keys(this.properties)
  }

  get properties(): Readonly<Record<string, JsonSchema>> {
    return (this.jsonSchema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  }

  /** The validated values, or the issues that the schema found. */
  async validate(values: unknown): Promise<{ readonly value: Fields } | { readonly issues: readonly Issue[] }> {
    const result = await this.section.schema['~standard'].validate(values)
    return result.issues === undefined ? { value: result.value as Fields } : { issues: result.issues }
  }
}
