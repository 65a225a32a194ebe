import * as z from 'zod/mini'
import { Clock, definePlugin, Entitlements, Events, Jobs, requireService } from '@host/plugin'
import { MemoryIndexes, PlanCatalog } from '@host/plugin/platform'
import { mountChanges } from './changes/mount-changes.ts'
import { handlePublishing } from './changes/publish-changes.ts'
import { Entitling } from './entitlements/entitling.ts'
import { planEntitlements } from './entitlements/plan-entitlements.ts'
import { planSource } from './entitlements/plan-source.ts'
import { events as ownEvents } from './events.ts'
import { handleExcess } from './excess/excess-of.ts'
import { i18n } from './i18n.ts'
import { handleUseRetention } from './meters/use-retention.ts'
import { instanceMenus, menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import { mountEntitlements, mountPlans, mountWorkspacePlans } from './mount-plans.ts'
import type { Parts } from './parts.ts'
import { handleWarnings } from './warnings/warn-workspaces.ts'
import { providePlanAssignments } from './workspaces/plan-assignments.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'plans',
  info: {
    title: 'Plans',
    description: 'Features and limits of workspaces',
    icon: 'gauge',
    category: 'Workspace',
    api: '^1',
    core: true,
  },
  models,
  i18n,
  menus,
  instanceMenus,
  helpDocsFS: './docs',
  events: ownEvents,
  notifications: [{ id: 'limits', title: 'Limits of the plan', byMail: true }],
  topLevelApi: ['instance/plans'],
  mount(mux, ctx) {
    const clock = requireService(ctx, Clock).now
    const index = requireService(ctx, MemoryIndexes).open(planSource(ctx, clock))
    const catalog = requireService(ctx, PlanCatalog)
    const [events, jobs] = [requireService<Tables>(ctx, Events), requireService<Tables>(ctx, Jobs)]
    const entitling = new Entitling(index, clock)
    const parts = Object.freeze<Parts>({ ctx, index, catalog, clock, entitling, events, jobs })
    const plans = planEntitlements(parts)
    ctx.provide(Entitlements, plans)
    providePlanAssignments(parts)
    mountPlans(mux, parts)
    mountWorkspacePlans(mux, parts, plans)
    mountChanges(mux, parts)
    mountEntitlements(mux, parts, plans)
    handleUseRetention(jobs, clock)
    handleWarnings(jobs, parts)
    handleExcess(jobs, parts)
    handlePublishing(jobs, parts)
  },
})
