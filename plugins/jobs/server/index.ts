import * as z from 'zod/mini'
import { Clock, definePlugin, hasRole, PluginCatalog, Problem } from '@host/plugin'
import { BackgroundWork, JobQueue } from '@host/plugin/platform'
import { readJob } from '../shared.ts'
import { i18n } from './i18n.ts'
import { instanceMenus } from './menus.ts'
import { models } from './models.ts'
import { mountConsole } from './mount-console.ts'
import { notifyPaused } from './notify-paused.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'jobs',
  info: {
    title: 'Jobs',
    description: 'View and retry background jobs',
    icon: 'list-checks',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  instanceMenus,
  notifications: [{ id: 'paused', title: 'Paused background work', byMail: true, isUrgent: true }],
  topLevelApi: ['jobs', 'instance/jobs'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const queue = ctx.lookup(JobQueue)
    const work = ctx.lookup(BackgroundWork)
    const catalog = ctx.lookup(PluginCatalog)
    const clock = ctx.lookup(Clock)
    if (queue === undefined || work === undefined || catalog === undefined || clock === undefined) {
      throw new Error('The jobs plugin needs the jobs, the background work, the plugins and the clock of the host.')
    }
    notifyPaused(ctx, work, catalog)
    mountConsole(mux, ctx, { queue, work, catalog, clock })

    mux.endpoint(readJob, async ({ orgId, userId, role, params }) => {
      const job = await queue.find(orgId, params.id)
      // Other users learn nothing, not even that the job exists.
      if (job === undefined || (job.startedBy !== userId && !hasRole(role, 'admin'))) throw new Problem('not_found')
      return job
    })
  },
})
