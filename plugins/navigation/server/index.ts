import * as z from 'zod/mini'
import { definePlugin, Features, hasRole, Live, PluginCatalog } from '@host/plugin'
import { Api, Contributions, UserGuard } from '@host/plugin/platform'
import { listActions, listBadges, listInstanceMenus, listMenus, listPersonalMenus, searchRecords } from '../shared.ts'
import { i18n } from './i18n.ts'
import { followLive, liveOperation } from './live.ts'
import {
  actionEntries,
  byLabel,
  enabledEntries,
  endpointEntries,
  instanceMenuEntries,
  menuEntries,
  personalEntries,
} from './menu-entries.ts'

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
  topLevelApi: ['menus', 'actions', 'search', 'badges', 'live', 'instance/menus'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const catalog = ctx.lookup(PluginCatalog)
    const features = ctx.lookup(Features)
    const contributions = ctx.lookup(Contributions)
    const live = ctx.lookup(Live)
    const api = ctx.lookup(Api)
    const signedIn = ctx.lookup(UserGuard)
    if (catalog === undefined || features === undefined || contributions === undefined) {
      throw new Error('The navigation plugin needs plugins, features and contributions.')
    }
    if (live === undefined || signedIn === undefined || api === undefined) {
      throw new Error('The navigation plugin needs live events and the API.')
    }

    mux.endpoint(listMenus, ({ orgId, language }) =>
      enabledEntries(menuEntries(catalog.list(), language), (feature) => features.isEnabled(orgId, feature)),
    )
    mux.endpoint(listPersonalMenus, ({ language }) => [...personalEntries(catalog.list(), language)])
    mux.endpoint(listActions, async ({ request, orgId, role, language }) => {
      const offered = actionEntries(catalog.list(), language).filter(({ requiredRole }) => hasRole(role, requiredRole))
      const opened = await enabledEntries(offered, (feature) => features.isEnabled(orgId, feature))
      return byLabel([...opened, ...endpointEntries(await api.routesFor(request), language)], language)
    })
    mux.endpoint(listInstanceMenus, ({ language }) => [...instanceMenuEntries(catalog.list(), language)])
    mux.handle(
      'GET /api/live',
      signedIn((scope) => followLive(live, scope), { session: 'any', confined: 'allowed' }),
      { operation: liveOperation },
    )
    mux.endpoint(searchRecords, async ({ request, input }) => ({
      items: [...(await contributions.search(request, input.q))],
    }))
    mux.endpoint(listBadges, async ({ request }) => ({ items: [...(await contributions.badges(request))] }))
  },
})
