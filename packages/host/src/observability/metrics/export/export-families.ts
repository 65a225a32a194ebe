import { familyBy, type MetricFamily } from '../metric-family.ts'
import type { ExportCounts } from './metric-export.ts'

/** Exports of metrics, by what became of them. */
export function exportFamilies(counts: ExportCounts): readonly MetricFamily[] {
  const help = 'Exports of metrics that the collector accepted, and that failed.'
  return [familyBy('result', { name: 'host_metric_exports', type: 'counter', help }, Object.entries(counts))]
}
