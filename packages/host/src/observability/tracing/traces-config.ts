import type { OtlpTarget } from '../otlp/otlp-target.ts'
import type { NamedResource } from '../otlp/resource-facts.ts'
import type { Sampling } from './sampling.ts'
import type { SpanQueueLimits } from './span-queue.ts'

/** How traces are recorded and sent, from the variables of OpenTelemetry. Times in milliseconds. */
export interface TracesConfig extends NamedResource {
  readonly target: OtlpTarget
  readonly sampling: Sampling
  /** Whether the `traceparent` of a trusted proxy is followed: many pass on that of a client. */
  readonly followsProxies: boolean
  readonly queue: SpanQueueLimits
  /** Other servers that get the trace of a request; names as a URL has them. */
  readonly destinations: { has(host: string): boolean }
}
