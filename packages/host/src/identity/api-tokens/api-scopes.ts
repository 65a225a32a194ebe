/** The scopes that API tokens can have, as the routes of a build make them. */
import type { ApiScope, ApiTokenKind, Audience, Language, PluginFacts, RouteFacts } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import { isReading, scopeOf } from '../../request/route-scope.ts'

/** A scope without its texts. */
export interface ScopeFacts {
  readonly name: string
  readonly plugin: PluginFacts
  readonly isReading: boolean
}

const audiences: Readonly<Record<ApiTokenKind, ReadonlySet<Audience>>> = {
  workspace: new Set(['user', 'member', 'admin', 'owner']),
  instance: new Set(['user', 'instance']),
}

/** Scopes available to a kind of token, by plugin. */
export function scopesIn(plugins: readonly PluginFacts[], kind: ApiTokenKind): readonly ScopeFacts[] {
  const found = new Map<string, ScopeFacts>()
  for (const plugin of plugins) {
    for (const route of plugin.routes) {
      if (!audiences[kind].has(route.audience)) continue
      for (const name of route.scopes) {
        const known = found.get(name)
        const reads = known?.isReading !== false && onlyReads(plugin.name, name, route)
        found.set(name, { name, plugin: known?.plugin ?? plugin, isReading: reads })
      }
    }
  }
  return [...found.values()]
}

/** Whether the calls of a route that take a scope only read; a route of all methods has a scope for those that do. */
function onlyReads(plugin: string, scope: string, { pattern, requirements }: RouteFacts): boolean {
  const { method } = parsePattern(pattern)
  if (method !== undefined) return isReading(method)
  return requirements?.permission === undefined && scope === scopeOf({ plugin, method: 'GET' })
}

/** A scope as people pick it. */
export function describeScope({ name, plugin, isReading: reads }: ScopeFacts, language: Language): ApiScope {
  return {
    name,
    title: titleOf(name, plugin, language),
    plugin: plugin.name,
    pluginTitle: plugin.i18n[language]?.['info.title'] ?? plugin.info.title,
    isReading: reads,
  }
}

function titleOf(name: string, { name: plugin, i18n, permissions }: PluginFacts, language: Language): string {
  const permission = permissions.find((one) => one.name === name)
  if (permission !== undefined) return i18n[language]?.[`permission.${name}`] ?? permission.title
  return (name === `${plugin}.read` ? reading : changing)[language]
}

const reading = { en: 'Read', zh: '查看' }
const changing = { en: 'Change', zh: '更改' }
