import * as z from 'zod/mini'
import { Blobs, Clock, definePlugin, Events, Jobs, requireService, type PluginContext } from '@host/plugin'
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
  topLevelApi: ['products'],
  mount(_mux, ctx) {
    openParts(ctx)
  },
})

function openParts(ctx: PluginContext<Tables>): Parts {
  return Object.freeze<Parts>({
    ctx,
    blobs: requireService(ctx, Blobs),
    events: requireService(ctx, Events),
    jobs: requireService(ctx, Jobs),
    fulfils: [],
    clock: requireService(ctx, Clock).now,
  })
}
