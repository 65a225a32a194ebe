import type { MetricFamily } from './metric-family.ts'

/** How much memory the bodies of requests take. */
export function bodyFamilies(bytes: number): readonly MetricFamily[] {
  const help = 'Bytes of request bodies that are in memory, of 64 MiB.'
  return [{ name: 'host_http_buffered_body_bytes', type: 'gauge', help, points: [{ labels: {}, value: bytes }] }]
}
