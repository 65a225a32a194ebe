import * as z from 'zod/mini'
import {
  Clock,
  definePlugin,
  Events,
  Features,
  Jobs,
  Live,
  Outbound,
  PluginCatalog,
  RateLimit,
  type PluginContext,
  requireService,
} from '@host/plugin'
import { Webhooks } from '@host/plugin/platform'
import { newClient } from '@host/plugin/safehttp'
import { acceptEvent } from './accept-event.ts'
import { deliver } from './deliver.ts'
import { notifications } from './disabled-notification.ts'
import { i18n } from './i18n.ts'
import { deliverJob, forgetJob, replayJob, sweepJob } from './job-kinds.ts'
import { liveTicker } from './live-ticker.ts'
import { actions, menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import { mountDeliveries } from './mount-deliveries.ts'
import { mountEndpoints } from './mount-endpoints.ts'
import type { Parts } from './parts.ts'
import { longestAnswer, postTimeout } from './post-message.ts'
import { forgetEndpoint, sweepOld } from './remove-deliveries.ts'
import { replayMany } from './replay-many.ts'
import { sealAddresses } from './seal-addresses.ts'
import { webhooksService } from './webhooks-service.ts'

z.config(z.locales.en())

const tellEvery = 1000

export const plugin = definePlugin({
  name: 'webhooks',
  info: {
    title: 'Webhooks',
    description: 'Send signed events to your server, with automatic retries',
    icon: 'webhook',
    category: 'Workspace',
    api: '^1',
  },
  models,
  i18n,
  menus,
  actions,
  notifications,
  topLevelApi: ['webhooks'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const parts = openParts(ctx)
    mountEndpoints(mux, parts)
    mountDeliveries(mux, parts)
    parts.events.subscribe<unknown, Tables>('endpoints', '*', (scope, event) => acceptEvent(parts, scope, event))
    handleJobs(parts)
    ctx.provide(Webhooks, webhooksService(parts))
  },
})

function handleJobs(parts: Parts): void {
  const { jobs } = parts
  jobs.handle(deliverJob, (scope, input) => deliver(parts, scope, input))
  jobs.handle(replayJob, (scope, input) => replayMany(parts, scope, input))
  jobs.handle(forgetJob, (scope, { endpointId }) => forgetEndpoint(scope, endpointId))
  jobs.handle(sweepJob, async (scope) => {
    await sealAddresses(parts, scope)
    await sweepOld(parts, scope)
  })
  jobs.schedule(sweepJob, '17 * * * *', { input: {} })
}

function openParts(ctx: PluginContext<Tables>): Parts {
  const outbound = ctx.lookup(Outbound)
  return Object.freeze<Parts>({
    ctx,
    outbound,
    jobs: requireService(ctx, Jobs),
    events: requireService(ctx, Events),
    features: requireService(ctx, Features),
    plugins: requireService(ctx, PluginCatalog),
    client: newClient(postTimeout, { outbound, maxBytes: longestAnswer, followsRedirects: false }),
    rateLimit: requireService(ctx, RateLimit),
    clock: requireService(ctx, Clock).now,
    notifyPages: liveTicker(requireService(ctx, Live), tellEvery),
  })
}
