import type { Feature, HealthStatus, Language, PluginFacts } from '@host/plugin'
import type { Feature as FeatureEntry } from '../shared.ts'

/** What the entries of the feature page are made of. */
export interface FeatureSources {
  readonly plugins: ReadonlyMap<string, PluginFacts>
  readonly health: ReadonlyMap<string, HealthStatus>
  readonly language: Language
}

/** A feature with the texts and the icon of its first plugin, and the worst health of all its plugins. */
export function featureEntry(feature: Feature, { plugins, health, language }: FeatureSources): FeatureEntry {
  const { key, enabled, core, requires, requiredBy } = feature
  const lead = plugins.get(feature.plugins[0] ?? '')
  const text = (name: 'title' | 'description' | 'category'): string =>
    lead?.i18n[language]?.[`info.${name}`] ?? lead?.info[name] ?? key
  return {
    key,
    title: text('title'),
    description: text('description'),
    icon: lead?.info.icon ?? 'puzzle',
    category: text('category'),
    enabled,
    core,
    requires: [...requires],
    requiredBy: [...requiredBy],
    health: worst(feature.plugins.map((name) => health.get(name) ?? 'ok')),
  }
}

function worst(statuses: readonly HealthStatus[]): HealthStatus {
  if (statuses.includes('down')) return 'down'
  return statuses.includes('degraded') ? 'degraded' : 'ok'
}
