import * as z from 'zod/mini'
import { Blobs, Cache, Clock, definePlugin, Events, Exports, Jobs, Live, requireService } from '@host/plugin'
import { Edge, MemoryIndexes, PasswordHashes } from '@host/plugin/platform'
import { handleJudgeJobs } from './abuse/judge-jobs.ts'
import { mountAbuse } from './abuse/mount-abuse.ts'
import { notifications } from './abuse/quarantine-links.ts'
import { mountBulk } from './bulk/mount-bulk.ts'
import { checklist } from './checklist.ts'
import { ClickWriter } from './clicks/click-writer.ts'
import { clickWriters } from './clicks/click-writers.ts'
import { handleClickJobs } from './clicks/click-jobs.ts'
import { handleRecovery } from './clicks/recover-clicks.ts'
import { mountClicks } from './clicks/mount-clicks.ts'
import { handleResets } from './clicks/reset-clicks.ts'
import { events as ownEvents } from './events.ts'
import { mountExplain } from './explain/mount-explain.ts'
import { mountHosts } from './hosts/mount-hosts.ts'
import { i18n } from './i18n.ts'
import { provideLinks } from './links-service.ts'
import { handleImportJobs } from './imports/import-jobs.ts'
import { mountImports } from './imports/mount-imports.ts'
import { handleLabelJobs } from './labels/label-jobs.ts'
import { mountLabels } from './labels/mount-labels.ts'
import { linksQuota } from './links/links-quota.ts'
import { mountLinks } from './links/mount-links.ts'
import { actions, instanceMenus, menus } from './menus.ts'
import { models } from './models.ts'
import { mountOverview } from './overview/top-links.ts'
import type { Parts } from './parts.ts'
import { linkSource } from './redirect/link-source.ts'
import { Redirects } from './redirect/redirects.ts'
import { mountPreviews } from './previews/mount-previews.ts'
import { mountRules } from './rules/mount-rules.ts'
import { addSampleLinks, removeSampleLinks } from './sample/sample-links.ts'
import { handleTargetJobs } from './targets/target-jobs.ts'
import { linkOptions } from './link-options.ts'
import { search } from './search.ts'
import { mountSharing } from './sharing/mount-sharing.ts'
import { mountUtmTemplates } from './utm/mount-utm-templates.ts'
import { mountVersions } from './versions/mount-versions.ts'

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
  instanceMenus,
  actions,
  events: ownEvents,
  notifications,
  settings: { workspace: linkOptions },
  plan: { quotas: [linksQuota] },
  topLevelApi: ['instance/links'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const events = requireService(ctx, Events)
    const clock = requireService(ctx, Clock).now
    const jobs = requireService(ctx, Jobs)
    const clicks = new ClickWriter(ctx, { live: requireService(ctx, Live), events, jobs, clock })
    clickWriters.set(ctx, clicks)
    const parts = Object.freeze<Parts>({
      ctx,
      clicks,
      jobs,
      edge: requireService(ctx, Edge),
      index: requireService(ctx, MemoryIndexes).open(linkSource(ctx)),
      passwords: requireService(ctx, PasswordHashes),
      events,
      clock,
      blobs: requireService(ctx, Blobs),
      cache: requireService(ctx, Cache),
      exports: requireService(ctx, Exports),
    })
    mountLinks(mux, parts)
    mountHosts(mux, parts)
    mountClicks(mux, parts)
    mountRules(mux, parts)
    provideLinks(parts)
    mountLabels(mux, parts)
    mountBulk(mux, parts)
    mountImports(mux, parts)
    mountVersions(mux, parts)
    mountExplain(mux, parts)
    mountSharing(mux, parts)
    mountPreviews(mux, parts)
    mountUtmTemplates(mux)
    mountOverview(mux)
    mountAbuse(mux, parts)
    handleJudgeJobs(parts)
    handleTargetJobs(parts)
    handleClickJobs(parts)
    handleResets(parts)
    handleRecovery(parts)
    handleLabelJobs(parts)
    handleImportJobs(parts)
    const redirects = new Redirects(parts)
    parts.edge.serve(redirects.handler, {
      rateLimit: 'redirect',
      quick: (visit) => redirects.quick(visit),
      workspaceOf: (visit) => redirects.workspaceOf(visit),
    })
  },
  stop: (ctx) => clickWriters.get(ctx)?.settle(),
  search,
  checklist,
  sampleData: { add: addSampleLinks, remove: removeSampleLinks },
})
