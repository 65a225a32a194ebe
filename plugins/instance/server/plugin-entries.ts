import { DeclaredSettings, type Language, type PluginCatalogService, type PluginContext } from '@host/plugin'
import { BackgroundWork } from '@host/plugin/platform'
import type { PluginEntry } from '../shared.ts'
import { pluginEntry } from './plugin-entry.ts'

/** All plugins of the build with their contributions and health, in the reader's language. */
export async function pluginEntries(
  catalog: PluginCatalogService,
  ctx: Pick<PluginContext, 'lookup'>,
  language: Language,
): Promise<PluginEntry[]> {
  const plugins = catalog.list()
  const paused = new Map(((await ctx.lookup(BackgroundWork)?.paused()) ?? []).map((one) => [one.plugin, one]))
  const sections = ctx.lookup(DeclaredSettings)?.sections('instance') ?? []
  const settings = new Map(sections.map(({ plugin, id }) => [plugin, id]))
  const entries = plugins.map(async (facts) =>
    pluginEntry(
      facts,
      {
        health: await catalog.health(facts.name),
        paused: paused.get(facts.name),
        requiredBy: plugins.filter(({ info }) => info.requires?.includes(facts.name)).map(({ name }) => name),
        settings: settings.get(facts.name),
      },
      language,
    ),
  )
  return await Promise.all(entries)
}
