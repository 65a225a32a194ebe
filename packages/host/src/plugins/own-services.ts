import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'

/** The services that each plugin has of its own, which the registry can't share: those that know their plugin. */
export type OwnServices = (
  plugin: EquippedPlugin,
) => readonly (readonly [token: { readonly name: string }, service: unknown])[]
