import * as z from 'zod/mini'
import { Blobs, Clock, definePlugin, Events, Exports, Jobs, requireService, type PluginContext } from '@host/plugin'
import { mountCatalog } from './catalog/mount-catalog.ts'
import { productsQuota } from './catalog/products-quota.ts'
import { events } from './events.ts'
import { i18n } from './i18n.ts'
import { models, type Tables } from './models.ts'
import type { Parts } from './parts.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'products',
  info: {
    title: 'Products',
    description: 'Sell products, with orders, licenses and discounts',
    icon: 'package',
    category: 'Sales',
    api: '^1',
  },
  models,
  i18n,
  events,
  plan: { quotas: [productsQuota] },
  topLevelApi: ['products'],
  mount(mux, ctx) {
    const parts = openParts(ctx)
    mountCatalog(mux, parts)
  },
})

function openParts(ctx: PluginContext<Tables>): Parts {
  return Object.freeze<Parts>({
    ctx,
    blobs: requireService(ctx, Blobs),
    events: requireService(ctx, Events),
    exports: requireService(ctx, Exports),
    jobs: requireService(ctx, Jobs),
    fulfils: [],
    clock: requireService(ctx, Clock).now,
  })
}
