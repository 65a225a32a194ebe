import { familyBy, type MetricFamily } from '../metrics/metric-family.ts'
import type { SpanCounts } from './span-queue.ts'

/** Spans of this process, by what became of them. */
export function traceFamilies(counts: SpanCounts): readonly MetricFamily[] {
  const help = 'Spans that were sent to the collector, dropped because the queue was full, or not accepted.'
  return [familyBy('result', { name: 'host_trace_spans', type: 'counter', help }, Object.entries(counts))]
}
