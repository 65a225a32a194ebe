import type { RegisteredPlugin } from '../declared/plugin-entry.ts'

/** The services that each plugin has of its own, which the registry can't share: those that know their plugin. */
export type OwnServices = (
  plugin: RegisteredPlugin,
) => readonly (readonly [token: { readonly name: string }, service: unknown])[]
