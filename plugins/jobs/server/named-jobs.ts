import type { Language, Page, PluginCatalogService, PluginContext } from '@host/plugin'
import type { JobEntry, JobQueueService, JobsRequest } from '@host/plugin/platform'
import type { Job, JobCount } from '../shared.ts'
import type { Tables } from './models.ts'
import { pluginName } from './plugin-name.ts'

/** Sources of job names. */
export interface NamedJobsOptions {
  readonly ctx: Pick<PluginContext<Tables>, 'db'>
  readonly queue: JobQueueService
  readonly catalog: PluginCatalogService
}

/** The jobs as the console shows them: with names, where the queue has ids. */
export class NamedJobs {
  readonly #options: NamedJobsOptions

  constructor(options: NamedJobsOptions) {
    this.#options = options
  }

  async list(request: JobsRequest, language: Language): Promise<Page<Job>> {
    const { items, nextCursor } = await this.#options.queue.list(request)
    const workspaces = await this.#workspaceNames(items)
    const named = items.map((job) => ({ ...factsOf(job), ...this.#namesOf(job, workspaces, language) }))
    return { items: named, nextCursor }
  }

  async counts(language: Language): Promise<JobCount[]> {
    const counts = await this.#options.queue.counts()
    return counts.map((count) => ({ ...count, plugin: pluginName(this.#options.catalog, count.plugin, language) }))
  }

  #namesOf({ plugin, orgId }: JobEntry, workspaces: ReadonlyMap<string, string>, language: Language) {
    return {
      plugin: pluginName(this.#options.catalog, plugin, language),
      workspace: orgId === null ? null : { id: orgId, name: workspaces.get(orgId) ?? orgId },
    }
  }

  async #workspaceNames(jobs: readonly JobEntry[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(jobs.flatMap(({ orgId }) => orgId ?? []))
    if (ids.size === 0) return new Map()
    const db = this.#options.ctx.db.asInstance('name the workspaces of jobs')
    const rows = await db
      .selectFrom('workspaces')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

/** Facts that reveal nothing about the data of a job. */
function factsOf({ id, name, state, progress, error, fault, attempt, attempts, ...times }: JobEntry) {
  const { dueAt, createdAt, finishedAt } = times
  return { id, name, state, progress, error, fault, attempt, attempts, dueAt, createdAt, finishedAt }
}
