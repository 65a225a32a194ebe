import type { Language } from './wire-types.ts'

/** Facts about a plugin, for people and the host. */
export interface PluginInfo {
  readonly title: string
  readonly description: string
  /** A lucide icon's name. */
  readonly icon: string
  /** Where the feature stands on the feature page. */
  readonly category: string
  /** Plugins of one group are switched together. */
  readonly group?: string
  /** Never switched off. */
  readonly core?: boolean
  /** True when left out. */
  readonly enabledByDefault?: boolean
  /** Names of plugins whose features this one requires. */
  readonly requires?: readonly string[]
  /** The range of contract versions that the plugin was built for, such as `^1`. */
  readonly api: string
}

/**
 * Texts rendered by the server, by key: `menu.<id>`, `action.<id>`, `info.title`, `info.description`, `info.category`. The
 * sentence of an audit entry is `audit.<action>`, without its actor: `renamed the tag[ {{before.name}}] to {{name}}`.
 * `{{target}}` is the name of the target; a part in brackets is left out where its value is missing.
 */
export type PluginI18n = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>
