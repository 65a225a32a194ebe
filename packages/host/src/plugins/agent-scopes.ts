import type { RegisteredPlugin } from '../declared/plugin-entry.ts'

/** The permissions of a build that make a token that of an agent. */
export function agentScopesOf(plugins: readonly Pick<RegisteredPlugin, 'plugin'>[]): ReadonlySet<string> {
  const declared = plugins.flatMap(({ plugin }) => plugin.permissions ?? [])
  return new Set(declared.flatMap(({ name, isForAgents }) => (isForAgents === true ? [name] : [])))
}
