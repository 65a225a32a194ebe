import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonSchema } from '../json-schema.ts'
import type { SettingsSection } from '../settings-section.ts'
import { serviceToken } from '../service.ts'

type Values<Schema extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Schema>

/** Reads the declared settings of one plugin: defaults filled in, secrets opened. */
export interface SettingsService {
  instance<Schema extends StandardSchemaV1>(section: SettingsSection<Schema>): Promise<Values<Schema>>
  workspace<Schema extends StandardSchemaV1>(section: SettingsSection<Schema>, orgId: string): Promise<Values<Schema>>
  user<Schema extends StandardSchemaV1>(section: SettingsSection<Schema>, userId: string): Promise<Values<Schema>>
}

/** The owner of settings. */
export type SettingsOwner =
  | { readonly kind: 'instance' }
  | { readonly kind: 'workspace'; readonly orgId: string }
  | { readonly kind: 'user'; readonly userId: string }

/** A declared section with its values, for the page that shows it. */
export interface SettingsForm {
  readonly plugin: string
  /** The id of its page under `/settings`. */
  readonly id: string
  readonly title: Readonly<Record<'en' | 'zh', string>>
  readonly schema: JsonSchema
  /** Labels and hints of fields, by the path of the field. */
  readonly fields: Readonly<Record<string, FieldWording>>
  readonly secrets: readonly string[]
  /** Stored values, or defaults; a stored secret is `settingsMask`, a missing one is empty. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Texts of a field. */
export interface FieldWording {
  readonly label: Readonly<Record<'en' | 'zh', string>>
  readonly hint?: Readonly<Record<'en' | 'zh', string>>
  /** Names of its options, by value. */
  readonly options?: Readonly<Record<string, Readonly<Record<'en' | 'zh', string>>>>
}

/** The declared settings of all plugins, for the pages that show them; the caller has checked the rights. */
export interface DeclaredSettingsService {
  /** The sections of a kind, by plugin. */
  sections(kind: SettingsOwner['kind']): readonly { readonly plugin: string; readonly id: string }[]
  /** @throws Problem `not_found` when the plugin declares none; `feature_disabled` when its feature is off in that workspace */
  read(plugin: string, owner: SettingsOwner): Promise<SettingsForm>
  /**
   * Stores the whole section, and records it in the audit log without secrets. A secret that comes back as the mask stays
   * as it is; an empty one is taken away.
   * @throws Problem `invalid_input` naming every wrong field, `bad_request` over 64 kB, `conflict` when others keep
   * writing, and as `read` does
   */
  save(plugin: string, owner: SettingsOwner, values: unknown): Promise<SettingsForm>
}

/**
 * The declared settings of the plugin that looks it up.
 *
 * Audience: authors.
 */
export const Settings = serviceToken<SettingsService>('core.settings')

/**
 * The declared settings of all plugins.
 *
 * Audience: authors.
 */
export const DeclaredSettings = serviceToken<DeclaredSettingsService>('core.declared-settings')
