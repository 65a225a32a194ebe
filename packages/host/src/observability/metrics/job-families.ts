import type { JobCount } from '@host/plugin/platform'
import type { MetricFamily, MetricPoint } from './metric-family.ts'

/** How many jobs stand where, and since when the oldest of them; of the whole deployment, not of one process. */
export function jobFamilies(counts: readonly JobCount[]): readonly MetricFamily[] {
  const points = (value: (count: JobCount) => number): readonly MetricPoint[] =>
    counts.map((count) => ({ labels: { plugin: count.plugin, state: count.state }, value: value(count) }))
  return [
    {
      name: 'host_jobs',
      type: 'gauge',
      help: 'Jobs of all processes by state, counted up to 10,000.',
      points: points(({ count }) => count),
    },
    {
      name: 'host_jobs_oldest_timestamp_seconds',
      type: 'gauge',
      help: 'Creation time of the oldest job of a state, in seconds since 1970.',
      points: points(({ oldestAt }) => Date.parse(oldestAt) / 1000),
    },
  ]
}
