import * as z from 'zod/mini'
import { Contributions, definePlugin, Features, PluginCatalog } from '@host/plugin'
import { listActions, listBadges, listInstanceMenus, listMenus, search } from '../shared.ts'
import { i18n } from './i18n.ts'
import { actionEntries, instanceMenuEntries, menuEntries, visible } from './menu-entries.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'navigation',
  info: {
    title: 'Navigation',
    description: 'The sidebar, the rail and the palette',
    icon: 'compass',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  topLevelApi: ['menus', 'actions', 'search', 'badges', 'instance/menus'],
  mount(mux, ctx) {
    const catalog = ctx.lookup(PluginCatalog)
    const features = ctx.lookup(Features)
    const contributions = ctx.lookup(Contributions)
    if (catalog === undefined || features === undefined || contributions === undefined) {
      throw new Error('The navigation plugin needs plugins, features and contributions.')
    }

    mux.endpoint(listMenus, ({ orgId, role, language }) =>
      visible(menuEntries(catalog.list(), language), role, (feature) => features.isEnabled(orgId, feature)),
    )
    mux.endpoint(listActions, ({ orgId, role, language }) =>
      visible(actionEntries(catalog.list(), language), role, (feature) => features.isEnabled(orgId, feature)),
    )
    mux.endpoint(listInstanceMenus, ({ language }) => [...instanceMenuEntries(catalog.list(), language)])
    mux.endpoint(search, async ({ request, input }) => ({ items: [...(await contributions.search(request, input.q))] }))
    mux.endpoint(listBadges, async ({ request }) => ({ items: [...(await contributions.badges(request))] }))
  },
})
