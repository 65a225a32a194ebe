import type { MetricFamily } from './metric-family.ts'

/** How much memory the bodies of requests take. */
export function bodyFamilies(bytes: number): readonly MetricFamily[] {
  const help = 'Bytes of request bodies in memory, of at most 64 MiB.'
  return [{ name: 'host_http_buffered_body_bytes', type: 'gauge', help, points: [{ labels: {}, value: bytes }] }]
}
