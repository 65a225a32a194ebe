import * as z from 'zod/mini'
import { definePlugin, Features, PluginCatalog } from '@host/plugin'
import { listFeatures, readFeature, switchFeature } from '../shared.ts'
import { FeatureList } from './feature-list.ts'
import { findFeatures } from './find-features.ts'
import { firstSteps } from './first-steps.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'features',
  info: {
    title: 'Features',
    description: 'Switch features on or off',
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

    const list = new FeatureList({ features, catalog, ctx })
    mux.endpoint(listFeatures, ({ orgId, language }) => list.all(orgId, language))
    mux.endpoint(readFeature, ({ orgId, params, language }) => list.one(orgId, params.key, language))
    mux.endpoint(switchFeature, async ({ orgId, params, input, language }) => {
      await features.set(orgId, params.key, input.enabled)
      return await list.all(orgId, language)
    })
  },
})
