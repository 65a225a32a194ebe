import type { Tracer } from '../observability/tracing/tracer.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { Span } from '../support/trace/span.ts'
import type { AttemptEnd } from './attempt.ts'
import type { ClaimedJob } from './job-store.ts'

/** Begins the span of an attempt, in the trace that its job was added in. */
export function openJobSpan(tracer: Pick<Tracer, 'openStored'>, job: ClaimedJob): Span {
  const span = tracer.openStored(`job ${job.kind}`, job.trace)
  span.set({
    'job.name': job.kind,
    'job.id': job.id,
    'job.attempt': job.attempt,
    'plugin.name': job.plugin,
    ...(job.orgId !== instanceOrgId && { 'workspace.id': job.orgId }),
  })
  return span
}

/** Ends the span of an attempt. */
export function endJobSpan(span: Span, end: AttemptEnd['kind']): void {
  span.set({ 'job.outcome': end })
  if (end === 'fault') span.fail('fault')
  span.end()
}
