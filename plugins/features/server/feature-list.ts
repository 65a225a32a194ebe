import {
  DeclaredSettings,
  Problem,
  type FeaturesService,
  type Language,
  type PluginCatalogService,
  type PluginContext,
} from '@host/plugin'
import { HelpLibrary } from '@host/plugin/platform'
import type { Feature as FeatureOut, FeatureDetails } from '../shared.ts'
import { featureEntry } from './feature-entry.ts'
import { featurePlugin } from './feature-plugin.ts'

/** Sources of a workspace's feature list. */
export interface FeatureListOptions {
  readonly features: FeaturesService
  readonly catalog: PluginCatalogService
  readonly ctx: Pick<PluginContext, 'lookup'>
}

/** The features of workspaces, with texts and health. */
export class FeatureList {
  readonly #options: FeatureListOptions

  constructor(options: FeatureListOptions) {
    this.#options = options
  }

  async all(orgId: string, language: Language): Promise<FeatureOut[]> {
    const { features, catalog } = this.#options
    const facts = catalog.list()
    const health = await Promise.all(
      facts.map(async ({ name }) => [name, (await catalog.health(name)).status] as const),
    )
    const sources = { plugins: new Map(facts.map((each) => [each.name, each])), health: new Map(health), language }
    return (await features.list(orgId)).map((feature) => featureEntry(feature, sources))
  }

  /** @throws Problem `not_found` */
  async one(orgId: string, key: string, language: Language): Promise<FeatureDetails> {
    const { features, catalog, ctx } = this.#options
    const names = (await features.list(orgId)).find((one) => one.key === key)?.plugins
    const feature = (await this.all(orgId, language)).find((one) => one.key === key)
    if (names === undefined || feature === undefined) throw new Problem('not_found')
    const sections = ctx.lookup(DeclaredSettings)?.sections('workspace') ?? []
    const settings = new Map(sections.map(({ plugin, id }) => [plugin, id]))
    const help = (await ctx.lookup(HelpLibrary)?.list(orgId)) ?? []
    const plugins = catalog
      .list()
      .filter(({ name }) => names.includes(name))
      .map(async (facts) =>
        featurePlugin(
          facts,
          {
            health: await catalog.health(facts.name),
            settings: settings.get(facts.name),
            help: help.filter(({ plugin }) => plugin === facts.name),
          },
          language,
        ),
      )
    return { ...feature, plugins: await Promise.all(plugins) }
  }
}
