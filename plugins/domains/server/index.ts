import * as z from 'zod/mini'
import {
  Changesets,
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
import { Dns, Edge, Resolvers } from '@host/plugin/platform'
import { mountAccounts } from './accounts/mount-accounts.ts'
import { Providers } from './accounts/providers.ts'
import { CheckSlots } from './checks/check-slots.ts'
import { nameServers } from './checks/name-servers.ts'
import { checklist } from './claims/checklist.ts'
import { domainsQuota } from './claims/domains-quota.ts'
import { mountClaims } from './claims/mount-claims.ts'
import { notifications } from './claims/publish-state.ts'

import { mountConsole } from './console/mount-console.ts'
import { mountDdns } from './ddns/mount-ddns.ts'
import { events } from './events.ts'
import { i18n } from './i18n.ts'
import { actions, instanceMenus, menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import { mountJobs } from './mount-jobs.ts'
import type { Parts } from './parts.ts'
import { mountPast } from './past/mount-past.ts'
import { addSampleZone, removeSampleZone } from './practice/sample-zone.ts'
import { dnsProviders } from './providers/dns-providers.ts'
import { mountRecords } from './records/mount-records.ts'
import { recordDependents } from './records/record-dependents.ts'
import { recordHandler } from './records/record-handler.ts'
import { recordSets } from './records/record-kind.ts'
import { search } from './search.ts'
import { mountServed } from './served/mount-served.ts'
import { openServing, servedEdge } from './served/serving.ts'
import { ZoneServer } from './served/zone-server.ts'
import { dnsServices } from './service/dns-services.ts'
import { mountWatches } from './watches/mount-watches.ts'
import { mountZones } from './zones/mount-zones.ts'

z.config(z.locales.en())

/** Checks at once in each process: of all workspaces, and of each. */
const slots = { most: 64, mostEach: 4 }
/** Calls of providers at once in each process: of all workspaces, and of each. */
const calls = { most: 128, mostEach: 6 }

export const plugin = definePlugin({
  name: 'domains',
  info: {
    title: 'Domains',
    description: 'Use your own domain names, verified by DNS',
    icon: 'globe',
    category: 'Domains',
    api: '^1',
  },
  models,
  i18n,
  menus,
  instanceMenus,
  actions,
  events,
  notifications,
  plan: { quotas: [domainsQuota] },
  topLevelApi: ['domains', 'instance/domains'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const parts = openParts(ctx)
    if (parts.serving !== undefined) parts.serving.answer(new ZoneServer(parts, parts.serving))
    const providers = dnsProviders(ctx.lookup(Outbound), parts.clock)
    ctx.provide(dnsProvider('cloudflare'), providers.cloudflare)
    ctx.provide(dnsProvider('route53'), providers.route53)
    ctx.provide(dnsProvider('rfc2136'), providers.rfc2136)
    mountClaims(mux, parts)
    mountAccounts(mux, parts)
    mountZones(mux, parts)
    mountRecords(mux, parts)
    mountPast(mux, parts)
    mountWatches(mux, parts)
    mountDdns(mux, parts)
    mountConsole(mux, parts)
    mountServed(mux, parts)
    ctx.provide(Dns, dnsServices(parts))
    parts.changesets.handle<typeof recordSets, Tables>(recordSets, recordHandler(parts))
    parts.changesets.dependents<Tables>((scope, changed) => recordDependents(parts, scope, changed))
    mountJobs(parts)
  },
  search,
  checklist,
  sampleData: {
    add: (scope, ctx) => addSampleZone(sampleParts(ctx), scope),
    remove: (scope, ids, ctx) => removeSampleZone(sampleParts(ctx), scope, ids),
  },
})

function sampleParts(ctx: PluginContext<Tables>): Pick<Parts, 'ctx' | 'clock' | 'jobs' | 'changesets' | 'serving'> {
  return {
    ctx,
    serving: undefined,
    jobs: requireService(ctx, Jobs),
    changesets: requireService(ctx, Changesets),
    clock: requireService(ctx, Clock).now,
  }
}

function openParts(ctx: PluginContext<Tables>): Parts {
  const jobs = requireService(ctx, Jobs)
  const clock = requireService(ctx, Clock).now
  const serving = openServing(ctx)
  const servers = nameServers(ctx.lookup(Outbound), ctx.lookup(Resolvers))
  return Object.freeze<Parts>({
    ctx,
    jobs,
    events: requireService(ctx, Events),
    live: requireService(ctx, Live),
    rateLimit: requireService(ctx, RateLimit),
    changesets: requireService(ctx, Changesets),
    edge: servedEdge(requireService(ctx, Edge), serving),
    providers: new Providers({ ctx, serving, jobs, clock, nameServers: servers }),
    serving,
    nameServers: servers,
    slots: new CheckSlots(slots),
    calls: new CheckSlots(calls),
    clock,
  })
}
