import * as z from 'zod/mini'
import {
  Clock,
  definePlugin,
  dnsProvider,
  Events,
  Jobs,
  Live,
  Outbound,
  RateLimit,
  requireService,
  type PluginContext,
} from '@host/plugin'
import { Edge, Resolvers } from '@host/plugin/platform'
import { CheckSlots } from './checks/check-slots.ts'
import { nameServers } from './checks/name-servers.ts'
import { checkDue } from './claims/check-due.ts'
import { checklist } from './claims/checklist.ts'
import { mountClaims } from './claims/mount-claims.ts'
import { notifications } from './claims/publish-state.ts'
import { searchDomains } from './claims/search-domains.ts'
import { events } from './events.ts'
import { i18n } from './i18n.ts'
import { checkJob } from './job-kinds.ts'
import { actions, menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { dnsProviders } from './providers/dns-providers.ts'

z.config(z.locales.en())

/** Checks at once in each process: of all workspaces, and of each. */
const slots = { most: 32, mostEach: 4 }

export const plugin = definePlugin({
  name: 'domains',
  info: {
    title: 'Domains',
    description: 'Use your own domain names, verified by DNS',
    icon: 'globe',
    category: 'Workspace',
    api: '^1',
  },
  models,
  i18n,
  menus,
  actions,
  events,
  notifications,
  topLevelApi: ['domains'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const parts = openParts(ctx)
    const providers = dnsProviders(ctx.lookup(Outbound), parts.clock)
    ctx.provide(dnsProvider('cloudflare'), providers.cloudflare)
    ctx.provide(dnsProvider('route53'), providers.route53)
    ctx.provide(dnsProvider('rfc2136'), providers.rfc2136)
    mountClaims(mux, parts)
    parts.jobs.handle<typeof checkJob.input, 'workspace', Tables>(checkJob, (scope, input) =>
      checkDue(parts, scope, input),
    )
  },
  search: searchDomains,
  checklist,
})

function openParts(ctx: PluginContext<Tables>): Parts {
  return Object.freeze<Parts>({
    ctx,
    jobs: requireService(ctx, Jobs),
    events: requireService(ctx, Events),
    live: requireService(ctx, Live),
    rateLimit: requireService(ctx, RateLimit),
    edge: requireService(ctx, Edge),
    nameServers: nameServers(ctx.lookup(Outbound), ctx.lookup(Resolvers)),
    slots: new CheckSlots(slots),
    clock: requireService(ctx, Clock).now,
  })
}
