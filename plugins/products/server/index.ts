import * as z from 'zod/mini'
import {
  Blobs,
  Clock,
  definePlugin,
  Events,
  Exports,
  Jobs,
  PageHosts,
  RateLimit,
  requireService,
  type PluginContext,
} from '@host/plugin'
import { mountCatalog } from './catalog/mount-catalog.ts'
import { productsQuota } from './catalog/products-quota.ts'
import { checklist } from './checklist.ts'
import { mountDelivery } from './delivery/mount-delivery.ts'
import { mountDiscounts } from './discounts/mount-discounts.ts'
import { events } from './events.ts'
import { i18n } from './i18n.ts'
import { fulfilLicenses } from './licenses/fulfil-licenses.ts'
import { licensesQuota } from './licenses/licenses-quota.ts'
import { mountLicenses, openLicenseParts } from './licenses/mount-licenses.ts'
import { actions, menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import { mountOrders } from './orders/mount-orders.ts'
import { provideOrders } from './orders/orders-service.ts'
import type { Parts } from './parts.ts'
import { mountReports } from './reports/mount-reports.ts'
import { addSampleProducts, removeSampleProducts } from './sample/sample-products.ts'
import { search } from './search.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'products',
  info: {
    title: 'Products',
    description: 'Sell products, with orders, licenses and discounts',
    icon: 'package',
    category: 'Products',
    api: '^1',
  },
  models,
  i18n,
  menus,
  actions,
  helpDocsFS: './docs',
  events,
  plan: { quotas: [productsQuota, licensesQuota] },
  topLevelApi: ['products'],
  mount(mux, ctx) {
    const base = openParts(ctx)
    const licenses = openLicenseParts(base)
    const parts = Object.freeze<Parts>({ ...base, fulfils: [fulfilLicenses(licenses)] })
    mountCatalog(mux, parts)
    mountOrders(mux, parts)
    mountDelivery(mux, parts)
    mountDiscounts(mux, parts)
    mountReports(mux, parts)
    provideOrders(parts)
    mountLicenses(mux, licenses)
  },
  search,
  checklist,
  sampleData: { add: addSampleProducts, remove: removeSampleProducts },
})

function openParts(ctx: PluginContext<Tables>): Parts {
  return Object.freeze<Parts>({
    ctx,
    blobs: requireService(ctx, Blobs),
    events: requireService(ctx, Events),
    exports: requireService(ctx, Exports),
    jobs: requireService(ctx, Jobs),
    pageHosts: requireService(ctx, PageHosts),
    rateLimit: requireService(ctx, RateLimit),
    fulfils: [],
    clock: requireService(ctx, Clock).now,
  })
}
