import type { EnqueueOptions, JobKind, JobsService } from '@host/plugin'
import { instanceOrgId } from '../audit/models.ts'
import type { Enqueuer } from './enqueuer.ts'
import { inputText } from './job-input.ts'
import type { AnyHandler, JobKinds } from './job-kinds.ts'

/** What the service stands on. */
export interface JobsServiceOptions {
  readonly kinds: JobKinds
  readonly enqueuer: Enqueuer
}

/** Makes the service `Jobs` of one plugin. */
export function jobsService(plugin: string, { kinds, enqueuer }: JobsServiceOptions): JobsService {
  const enqueue = async (
    orgId: string,
    kind: JobKind,
    input: unknown,
    options: EnqueueOptions = {},
  ): Promise<string> => {
    const { name, attempts } = kinds.require(plugin, kind)
    const text = await inputText(kind, input)
    return await enqueuer.enqueue({ orgId, plugin, kind: name, attempts, input: text, ...options })
  }
  return Object.freeze<JobsService>({
    handle: (kind, handler) => kinds.add(plugin, kind, { handler: handler as unknown as AnyHandler }),
    enqueue: (orgId, kind, input, options) => enqueue(orgId, kind, input, options),
    enqueueForInstance: (kind, input, options) => enqueue(instanceOrgId, kind, input, options),
    schedule: () => undefined,
    status: async () => undefined,
    cancel: async () => false,
  })
}
