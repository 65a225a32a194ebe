import * as z from 'zod/mini'
import { definePlugin, Features, PluginCatalog, type Language } from '@host/plugin'
import { listFeatures, switchFeature, type Feature as FeatureOut } from '../shared.ts'
import { featureEntry } from './feature-entry.ts'
import { findFeatures } from './find-features.ts'
import { firstSteps } from './first-steps.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'features',
  info: {
    title: 'Features',
    description: 'What a workspace switches on and off',
    icon: 'toggle-right',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  topLevelApi: ['features'],
  helpDocsFS: './docs',
  search: findFeatures,
  checklist: firstSteps,
  mount(mux, ctx) {
    const features = ctx.lookup(Features)
    const catalog = ctx.lookup(PluginCatalog)
    if (features === undefined || catalog === undefined) {
      throw new Error('The features plugin needs features and plugins.')
    }

    const list = async (orgId: string, language: Language): Promise<FeatureOut[]> => {
      const facts = catalog.list()
      const health = await Promise.all(
        facts.map(async ({ name }) => [name, (await catalog.health(name)).status] as const),
      )
      const sources = { plugins: new Map(facts.map((each) => [each.name, each])), health: new Map(health), language }
      return (await features.list(orgId)).map((feature) => featureEntry(feature, sources))
    }
    mux.endpoint(listFeatures, ({ orgId, language }) => list(orgId, language))
    mux.endpoint(switchFeature, async ({ orgId, params, input, language }) => {
      await features.set(orgId, params.key, input.enabled)
      return list(orgId, language)
    })
  },
})
