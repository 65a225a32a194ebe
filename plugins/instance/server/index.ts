import * as z from 'zod/mini'
import { definePlugin, PluginCatalog, Settings } from '@host/plugin'
import { Accounts, WorkspacePolicy, Workspaces } from '@host/plugin/platform'
import {
  countIdempotencyKeys,
  listAllWorkspaces,
  listIdempotencyKeys,
  listPlugins,
  listRoutes,
  readBuild,
  readGrowth,
  readTelemetry,
} from '../shared.ts'
import { mountBrand } from './brand.ts'
import { i18n } from './i18n.ts'
import { NamedKeys } from './idempotency-keys.ts'
import { instanceMenus } from './menus.ts'
import { models } from './models.ts'
import { mountPeople } from './mount-people.ts'
import { mountOperator } from './operator.ts'
import { pluginEntries } from './plugin-entries.ts'
import { NamedUsage } from './named-usage.ts'
import { NamedWorkspaces } from './named-workspaces.ts'
import { instanceReadiness, mountReadiness } from './readiness.ts'
import { routeEntries } from './route-entries.ts'
import { mountSupport, supportNotifications } from './mount-support.ts'
import { mountSuspensions, notifications } from './suspensions.ts'
import { mountUpgradeCheck } from './upgrade-check.ts'
import { workspaceLimits } from './workspace-limits.ts'

z.config(z.locales.en())

const monthMilliseconds = 30 * 86_400_000

export const plugin = definePlugin({
  name: 'instance',
  info: {
    title: 'Instance',
    description: 'Manage this instance',
    icon: 'server',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  instanceMenus,
  notifications: [...notifications, ...supportNotifications],
  settings: { instance: workspaceLimits },
  topLevelApi: ['instance'],
  readiness: instanceReadiness,
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const accounts = ctx.lookup(Accounts)
    const workspaces = ctx.lookup(Workspaces)
    const catalog = ctx.lookup(PluginCatalog)
    const settings = ctx.lookup(Settings)
    if (accounts === undefined || workspaces === undefined || catalog === undefined || settings === undefined) {
      throw new Error('The instance plugin needs accounts, workspaces, plugins and settings.')
    }

    ctx.provide(WorkspacePolicy, {
      mostOwned: async () => (await settings.instance(workspaceLimits)).ownedPerPerson,
    })
    mux.endpoint(listPlugins, async ({ language }) => ({
      items: await pluginEntries(catalog, ctx, language),
      nextCursor: null,
    }))
    mux.endpoint(listRoutes, () => ({ items: catalog.list().flatMap(routeEntries), nextCursor: null }))
    mux.endpoint(readBuild, () => catalog.build())
    mux.endpoint(readGrowth, async ({ now }) => {
      const since = new Date(now().getTime() - monthMilliseconds).toISOString()
      return { workspaces: await workspaces.growth(since), users: await accounts.growth(since) }
    })
    const named = new NamedWorkspaces(ctx, catalog, workspaces)
    mux.endpoint(listAllWorkspaces, ({ input, language }) => named.list(input, language))
    const keys = new NamedKeys(ctx, catalog)
    mux.endpoint(listIdempotencyKeys, async ({ input, language }) => {
      const { items, nextCursor } = await keys.list(input, language)
      return { items: [...items], nextCursor }
    })
    mux.endpoint(countIdempotencyKeys, async ({ language }) => ({
      items: [...(await keys.counts(language))],
      nextCursor: null,
    }))
    const usage = new NamedUsage(ctx, catalog)
    mux.endpoint(readTelemetry, ({ input, language }) => usage.read(input, language))
    mountSuspensions(mux, ctx, workspaces)
    mountSupport(mux, ctx)
    mountPeople(mux, ctx)
    mountOperator(mux, ctx)
    mountBrand(mux, ctx)
    mountReadiness(mux, ctx)
    mountUpgradeCheck(mux, ctx)
  },
})
