import type { AnyPlugin } from '@host/plugin'
import type { Announced } from './announced.ts'

/** A plugin of this build, as the composition root lists it. */
export interface PluginEntry {
  readonly plugin: AnyPlugin
  readonly version: string
  /** Whether it came by `HOST_PLUGINS` and not with the product. */
  readonly outOfTree: boolean
  /** Nouns directly under `/api/` that the composition root grants it. */
  readonly granted?: readonly string[]
  /** The help pages that were embedded with it, by file name such as `notes.zh.mdx`; asked for once. */
  readonly helpFiles?: (() => ReadonlyMap<string, string>) | undefined
}

/** A plugin whose members have been validated. */
export interface RegisteredPlugin extends PluginEntry, Announced {
  readonly name: string
  /** The feature that a workspace switches: the plugin's group, else its name. */
  readonly feature: string
  readonly granted: readonly string[]
}

/** Whether a feature of a workspace can be switched off at all. */
export function isSwitchable({ plugin }: RegisteredPlugin): boolean {
  return plugin.info.core !== true
}
