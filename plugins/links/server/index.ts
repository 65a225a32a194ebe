import * as z from 'zod/mini'
import { Clock, definePlugin, Events, requireService } from '@host/plugin'
import { Edge, MemoryIndexes } from '@host/plugin/platform'
import { checklist } from './checklist.ts'
import { events } from './events.ts'
import { mountHosts } from './hosts/mount-hosts.ts'
import { i18n } from './i18n.ts'
import { mountLinks } from './links/mount-links.ts'
import { actions, menus } from './menus.ts'
import { models } from './models.ts'
import type { Parts } from './parts.ts'
import { linkSource } from './redirect/link-source.ts'
import { Redirects } from './redirect/redirects.ts'
import { search } from './search.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'links',
  info: {
    title: 'Short links',
    description: 'Short addresses that lead to long ones',
    icon: 'link',
    category: 'Links',
    api: '^1',
  },
  models,
  i18n,
  menus,
  actions,
  events,
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const parts = Object.freeze<Parts>({
      ctx,
      edge: requireService(ctx, Edge),
      index: requireService(ctx, MemoryIndexes).open(linkSource(ctx)),
      events: requireService(ctx, Events),
      clock: requireService(ctx, Clock).now,
    })
    mountLinks(mux, parts)
    mountHosts(mux, parts)
    const redirects = new Redirects(parts)
    parts.edge.serve(redirects.handler, {
      rateLimit: 'redirect',
      quick: (visit) => redirects.quick(visit),
      workspaceOf: (visit) => redirects.workspaceOf(visit),
    })
  },
  search,
  checklist,
})
