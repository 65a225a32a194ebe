import type { EnqueueOptions, JobKind, JobsService } from '@host/plugin'
import { instanceOrgId } from '../audit/models.ts'
import type { Enqueuer } from './enqueuer.ts'
import type { JobChanges } from './job-changes.ts'
import type { JobReader } from './job-reader.ts'
import type { Schedules } from './schedules.ts'
import { checkedOptions } from './enqueue-options.ts'
import { inputText, jsonOf } from './job-input.ts'
import type { AnyHandler, JobKinds } from './job-kinds.ts'

/** Options of the service. */
export interface JobsServiceOptions {
  readonly kinds: JobKinds
  readonly enqueuer: Enqueuer
  readonly schedules: Pick<Schedules, 'add'>
  readonly reader: Pick<JobReader, 'find'>
  readonly changes: Pick<JobChanges, 'cancel'>
}

/** Makes the service `Jobs` of one plugin. */
export function jobsService(
  plugin: string,
  { kinds, enqueuer, schedules, reader, changes }: JobsServiceOptions,
): JobsService {
  const enqueue = async (orgId: string, kind: JobKind, { input, options }: Enqueued): Promise<string> => {
    const { name, attempts } = kinds.require(plugin, kind)
    const checked = checkedOptions(orgId, options)
    const text = await inputText(kind, input)
    return await enqueuer.enqueue({ ...checked, plugin, kind: name, attempts, input: text })
  }
  return Object.freeze<JobsService>({
    handle: (kind, handler) => kinds.add(plugin, kind, { handler: handler as unknown as AnyHandler }),
    enqueue: (orgId, kind, ...[input, options]) => enqueue(orgId, kind, { input, options }),
    enqueueForInstance: (kind, input, options) => enqueue(instanceOrgId, kind, { input, options }),
    schedule: (kind, cron, { input, timeZone = 'UTC' }) => {
      const handled = kinds.require(plugin, kind)
      schedules.add(handled, { cron, timeZone, input: jsonOf(handled, input) })
    },
    status: (orgId, id) => reader.find(orgId, id, plugin),
    cancel: (orgId, id) => changes.cancel(plugin, orgId, id),
  })
}

interface Enqueued {
  readonly input: unknown
  readonly options: EnqueueOptions | undefined
}
