import * as z from 'zod/mini'
import * as platform from '@host/platform-api/jobs'
import { schemasWith } from '@host/platform-api/schemas-with'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const withSchemas = schemasWith(z.toJSONSchema)

/** Where a job stands. */
export const jobStates = ['running', 'waiting', 'held', 'failed', 'done', 'cancelled'] as const

/** Those of jobs that have not come to a good end, which the console counts. */
export const openStates = ['running', 'waiting', 'held', 'failed'] as const

const Cursor = z.nullable(z.string())
const PluginName = z.object({ name: z.string(), title: z.string() })
const Name = z.string().check(z.minLength(1), z.maxLength(64))

/** A job. Its input is not among it: that belongs to its workspace. */
const JobOut = z.object({
  id: z.string(),
  plugin: PluginName,
  name: z.string(),
  workspace: z.nullable(z.object({ id: z.string(), name: z.string() })).check(z.describe('Null for instance jobs.')),
  state: z.enum(jobStates),
  progress: z.nullable(z.number()).check(z.describe('0 to 1; null if not reported.')),
  error: z.nullable(z.string()).check(z.describe('Error code of the job or its last attempt.')),
  fault: z.nullable(z.string()).check(z.describe('Message of the last error, for the operator.')),
  attempt: z.number(),
  attempts: z.number(),
  dueAt: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})

const JobCountOut = z.object({
  plugin: PluginName,
  state: z.enum(jobStates),
  count: z.number().check(z.describe('Counted up to 10,000.')),
  oldestAt: z.string(),
})

const PauseOut = z.object({
  plugin: PluginName,
  since: z.string(),
  until: z.string().check(z.describe('When one job is retried automatically.')),
  isTrying: z.boolean().check(z.describe('Whether that time has passed.')),
  failures: z.number(),
  fault: z.string(),
})

const JobStatusOut = z.object({
  id: z.string(),
  plugin: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  progress: z.nullable(z.number()),
  note: z.nullable(z.string()),
  error: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})

const CountOut = z.object({ count: z.number() })

export type Job = z.infer<typeof JobOut>
export type JobCount = z.infer<typeof JobCountOut>
export type PausedPlugin = z.infer<typeof PauseOut>

export const readJob = withSchemas(platform.readJob, {
  input: nothing,
  output: JobStatusOut,
})

export const listJobs = defineEndpoint({
  pattern: 'GET /api/instance/jobs',
  input: z.strictObject({
    state: z.optional(z.enum(jobStates)),
    plugin: z.optional(Name),
    workspace: z.optional(Name),
    limit: z
      .optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1)))
      .check(z.describe('Maximum number of items. Defaults to 50.')),
    cursor: z.optional(z.string().check(z.maxLength(600))).check(z.describe('The `nextCursor` of the previous page.')),
  }),
  output: z.object({ items: z.array(JobOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List jobs across all workspaces: failed, then running, then others, newest first',
})

export const countJobs = defineEndpoint({
  pattern: 'GET /api/instance/jobs/counts',
  input: nothing,
  output: z.object({ items: z.array(JobCountOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'Count jobs by plugin and state',
})

export const retryJob = defineEndpoint({
  pattern: 'POST /api/instance/jobs/{id}/retry',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'job.retried',
  summary: 'Retry a failed job',
})

export const retryJobs = defineEndpoint({
  pattern: 'POST /api/instance/jobs/retry',
  input: z.strictObject({ plugin: z.optional(Name) }),
  output: CountOut,
  audience: 'instance',
  audit: 'job.all_retried',
  changes: ['/api/instance/jobs'],
  summary: 'Retry all failed jobs, or those of one plugin',
})

export const removeJob = defineEndpoint({
  pattern: 'DELETE /api/instance/jobs/{id}',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'job.removed',
  summary: 'Remove a waiting or failed job without running it',
})

export const listPauses = defineEndpoint({
  pattern: 'GET /api/instance/jobs/pauses',
  input: nothing,
  output: z.object({ items: z.array(PauseOut), nextCursor: Cursor }),
  audience: 'instance',
  summary: 'List plugins with paused background work',
})

export const resumePlugin = defineEndpoint({
  pattern: 'POST /api/instance/jobs/pauses/{plugin}/resume',
  input: nothing,
  output: nothing,
  audience: 'instance',
  audit: 'background_work.resumed',
  changes: ['/api/instance/jobs', '/api/instance/plugins'],
  summary: 'Resume the background work of a plugin',
})
