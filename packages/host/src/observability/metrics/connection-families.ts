import type { MetricFamily } from './metric-family.ts'

/** How many connections of clients are open. */
export function connectionFamilies(count: number): readonly MetricFamily[] {
  const help = 'Open client connections.'
  return [{ name: 'host_http_connections', type: 'gauge', help, points: [{ labels: {}, value: count }] }]
}
