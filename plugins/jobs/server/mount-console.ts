import { Problem, type ClockService, type Mux, type PluginCatalogService, type PluginContext } from '@host/plugin'
import type { BackgroundWorkService, JobQueueService } from '@host/plugin/platform'
import { countJobs, listJobs, listPauses, removeJob, resumePlugin, retryJob, retryJobs } from '../shared.ts'
import type { Tables } from './models.ts'
import { NamedJobs } from './named-jobs.ts'
import { pluginName } from './plugin-name.ts'

/** Dependencies of the console. */
export interface ConsoleParts {
  readonly queue: JobQueueService
  readonly work: BackgroundWorkService
  readonly catalog: PluginCatalogService
  readonly clock: ClockService
}

type JobsMux = Mux<'jobs', Tables, 'jobs' | 'instance/jobs'>
type Context = Pick<PluginContext<Tables>, 'db' | 'audit'>

const usualLimit = 50

/** Mounts the job routes of instance admins. */
export function mountConsole(mux: JobsMux, ctx: Context, parts: ConsoleParts): void {
  const jobs = new NamedJobs({ ctx, ...parts })
  mux.endpoint(listJobs, async ({ input: { state, plugin, workspace, cursor, limit = usualLimit }, language }) => {
    const { items, nextCursor } = await jobs.list(
      {
        limit,
        ...(state !== undefined && { state }),
        ...(plugin !== undefined && { plugin }),
        ...(workspace !== undefined && { orgId: workspace }),
        ...(cursor !== undefined && { cursor }),
      },
      language,
    )
    return { items: [...items], nextCursor }
  })
  mux.endpoint(countJobs, async ({ language }) => ({ items: await jobs.counts(language), nextCursor: null }))
  mountActs(mux, ctx, parts.queue)
  mountPauses(mux, ctx, parts)
}

function mountActs(mux: JobsMux, ctx: Context, queue: JobQueueService): void {
  mux.endpoint(retryJob, async ({ params, request }) => {
    ctx.audit.describe(request, { target: `job:${params.id}` })
    if ((await queue.retry(params.id)) === 0) throw new Problem('not_found', { detail: noneFailed })
    return undefined
  })
  mux.endpoint(retryJobs, async ({ input, request }) => {
    const count = await queue.retryAll(input.plugin)
    ctx.audit.describe(request, { after: { plugin: input.plugin ?? null, count } })
    return { count }
  })
  mux.endpoint(removeJob, async ({ params, request }) => {
    ctx.audit.describe(request, { target: `job:${params.id}` })
    if (!(await queue.remove(params.id))) throw new Problem('not_found', { detail: noneToRemove })
    return undefined
  })
}

function mountPauses(mux: JobsMux, ctx: Context, { work, catalog, clock }: ConsoleParts): void {
  mux.endpoint(listPauses, async ({ language }) => {
    const paused = await work.paused()
    const items = paused.map((one) => ({
      ...one,
      plugin: pluginName(catalog, one.plugin, language),
      isTrying: Date.parse(one.until) <= clock.now(),
    }))
    return { items, nextCursor: null }
  })
  mux.endpoint(resumePlugin, async ({ params, request }) => {
    ctx.audit.describe(request, { target: `plugin:${params.plugin}` })
    if (!(await work.resume(params.plugin))) throw new Problem('not_found', { detail: notPaused })
    return undefined
  })
}

const noneFailed = {
  en: 'No failed job has this ID. It may already have been retried.',
  zh: '没有此 ID 的失败任务；它可能已在重新运行。',
}
const noneToRemove = {
  en: 'No waiting or failed job has this ID. It may be running or have ended.',
  zh: '没有此 ID 的排队或失败任务；它可能正在运行或已经结束。',
}
const notPaused = {
  en: "This plugin's background work isn't paused.",
  zh: '此插件的后台任务没有暂停。',
}
