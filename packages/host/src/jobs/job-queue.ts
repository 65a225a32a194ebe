import type { JobQueueService } from '@host/plugin/platform'
import type { JobChanges } from './job-changes.ts'
import type { JobReader } from './job-reader.ts'

/** Makes the service `JobQueue`. @param clock milliseconds since 1970 */
export function jobQueue(reader: JobReader, changes: JobChanges, clock: () => number): JobQueueService {
  return Object.freeze<JobQueueService>({
    list: (request) => reader.list(request),
    counts: () => reader.counts(),
    countDue: () => reader.countDue(clock()),
    find: (orgId, id) => reader.find(orgId, id),
    retry: (id) => changes.retry(id),
    retryAll: async (plugin) => {
      let retried = 0
      for (const name of plugin === undefined ? await reader.plugins('failed') : [plugin]) {
        retried += await changes.retryAll(name)
      }
      return retried
    },
    remove: (id) => changes.remove(id),
  })
}
