import type { Feature, HealthStatus, Language, PluginFacts } from '@host/plugin'
import type { Feature as FeatureEntry } from '../shared.ts'

/** Dependencies of the entries of the feature page. */
export interface FeatureSources {
  readonly plugins: ReadonlyMap<string, PluginFacts>
  readonly health: ReadonlyMap<string, HealthStatus>
  readonly language: Language
}

/** The words of a feature, from its first plugin, in the reader's language. */
export function featureTexts(
  { key, plugins: [first = ''] }: Feature,
  { plugins, language }: Pick<FeatureSources, 'plugins' | 'language'>,
): Pick<FeatureEntry, 'title' | 'description' | 'category'> {
  const lead = plugins.get(first)
  const text = (name: 'title' | 'description' | 'category'): string =>
    lead?.i18n[language]?.[`info.${name}`] ?? lead?.info[name] ?? key
  return { title: text('title'), description: text('description'), category: text('category') }
}

/** A feature with the texts and the icon of its first plugin, and the worst health of all its plugins. */
export function featureEntry(feature: Feature, { plugins, health, language }: FeatureSources): FeatureEntry {
  const { key, enabled, core, requires, requiredBy } = feature
  return {
    key,
    ...featureTexts(feature, { plugins, language }),
    icon: plugins.get(feature.plugins[0] ?? '')?.info.icon ?? 'puzzle',
    enabled,
    core,
    requires: [...requires],
    requiredBy: [...requiredBy],
    pluginNames: [...feature.plugins],
    health: worst(feature.plugins.map((name) => health.get(name) ?? 'ok')),
  }
}

function worst(statuses: readonly HealthStatus[]): HealthStatus {
  if (statuses.includes('down')) return 'down'
  return statuses.includes('degraded') ? 'degraded' : 'ok'
}
