import type { EnqueueOptions, JobKind, JobsService } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { Enqueuer } from './enqueuer.ts'
import type { JobChanges } from './job-changes.ts'
import type { JobReader } from './job-reader.ts'
import type { Schedules } from './schedules.ts'
import { checkedOptions } from './enqueue-options.ts'
import { inputText, jsonOf } from './job-input.ts'
import type { AnyHandler, HandledKind, JobKinds } from './job-kinds.ts'
import type { WorkspaceSchedules } from './workspace-schedules.ts'

/** Options of the service. */
export interface JobsServiceOptions {
  readonly kinds: JobKinds
  readonly enqueuer: Enqueuer
  readonly schedules: Pick<Schedules, 'add'>
  readonly workspaceSchedules: Pick<WorkspaceSchedules, 'add'>
  readonly reader: Pick<JobReader, 'find'>
  readonly changes: Pick<JobChanges, 'cancel'>
}

/** Makes the service `Jobs` of one plugin. */
export function jobsService(
  plugin: string,
  { kinds, enqueuer, schedules, workspaceSchedules, reader, changes }: JobsServiceOptions,
): JobsService {
  const enqueue = async (orgId: string, kind: JobKind, { input, options }: Enqueued): Promise<string> => {
    const { name, attempts } = kinds.require(plugin, kind)
    const checked = checkedOptions(orgId, options)
    const text = await inputText(kind, input)
    return await enqueuer.enqueue({ ...checked, plugin, kind: name, attempts, input: text })
  }
  return Object.freeze<JobsService>({
    // A kind calls its handler with its own input, in its own place.
    handle: (kind, handler) => kinds.add(plugin, kind, { handler: handler as unknown as AnyHandler }),
    enqueue: (orgId, kind, ...[input, options]) => enqueue(orgId, kind, { input, options }),
    enqueueForInstance: (kind, input, options) => enqueue(instanceOrgId, kind, { input, options }),
    schedule: (kind, cron, options) => {
      const handled = kinds.require(plugin, kind)
      const { input, timeZone = 'UTC' } = options
      checkPlace(handled, options)
      const schedule = { cron, timeZone, input: jsonOf(handled, input) }
      if (handled.place === 'workspace') workspaceSchedules.add(handled, schedule)
      else schedules.add(handled, schedule)
    },
    status: (orgId, id) => reader.find(orgId, id, plugin),
    cancel: (orgId, id) => changes.cancel(plugin, orgId, id),
  })
}

/** A job needs its workspace, so a schedule says how it is found. @throws TypeError */
function checkPlace({ name, place }: HandledKind, options: object): void {
  const each = 'each' in options ? options.each : undefined
  if (place === 'workspace' && each !== 'workspace') {
    throw new TypeError(`The job "${name}" belongs to a workspace: schedule it with each: 'workspace'.`)
  }
  if (place === 'instance' && each !== undefined) {
    throw new TypeError(`The job "${name}" belongs to the instance: schedule it without each.`)
  }
}

interface Enqueued {
  readonly input: unknown
  readonly options: EnqueueOptions | undefined
}
