import { definePlugin, Features, PluginCatalog } from '@host/plugin'
import { listActions, listInstanceMenus, listMenus } from '../shared.ts'
import { i18n } from './i18n.ts'
import { actionEntries, instanceMenuEntries, menuEntries, visible } from './menu-entries.ts'

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
  topLevelApi: ['menus', 'actions', 'instance/menus'],
  mount(mux, ctx) {
    const catalog = ctx.lookup(PluginCatalog)
    const features = ctx.lookup(Features)
    if (catalog === undefined || features === undefined) {
      throw new Error('The navigation plugin needs plugins and features.')
    }

    mux.endpoint(listMenus, ({ orgId, role, language }) =>
      visible(menuEntries(catalog.list(), language), role, (feature) => features.isEnabled(orgId, feature)),
    )
    mux.endpoint(listActions, ({ orgId, role, language }) =>
      visible(actionEntries(catalog.list(), language), role, (feature) => features.isEnabled(orgId, feature)),
    )
    mux.endpoint(listInstanceMenus, ({ language }) => [...instanceMenuEntries(catalog.list(), language)])
  },
})
