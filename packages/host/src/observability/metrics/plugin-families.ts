import type { Attributes } from '@opentelemetry/api'
import { DataPointType, type MetricData, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import type { MetricFamily, MetricPoint } from './metric-family.ts'

/** The units that a name says in full. */
const units: Readonly<Record<string, string>> = { s: '_seconds', ms: '_milliseconds', By: '_bytes' }

/** The longest text of a label; a plugin that writes more loses the rest. */
const longestLabel = 100
const mostLabels = 8
const hostLabels: ReadonlySet<string> = new Set(['le', 'worker'])

/** Measurements of plugins' own instruments, as families of `plugin_<name>_<instrument>`. */
export function pluginFamilies({ scopeMetrics }: ResourceMetrics): readonly MetricFamily[] {
  return scopeMetrics.flatMap(({ scope, metrics }) => metrics.flatMap((metric) => familyOf(scope.name, metric)))
}

function familyOf(plugin: string, metric: MetricData): readonly MetricFamily[] {
  const { descriptor, dataPointType } = metric
  const isCounter = dataPointType === DataPointType.SUM && metric.isMonotonic
  const base = sanitized(`plugin_${plugin}_${descriptor.name}`) + (units[descriptor.unit] ?? '')
  // bounded: a metric's name comes from the plugin's code.
  const name = base.replace(/(?:_total)+$/, '')
  const help = descriptor.description === '' ? 'No description.' : descriptor.description
  if (dataPointType === DataPointType.EXPONENTIAL_HISTOGRAM) return []
  if (dataPointType === DataPointType.HISTOGRAM) {
    const points = metric.dataPoints.map(({ attributes, value: { buckets, sum = 0 } }) => ({
      labels: labelsOf(attributes),
      value: { bounds: buckets.boundaries, counts: buckets.counts, sum },
    }))
    return [{ name, type: 'histogram', help, points }]
  }
  const points = metric.dataPoints.map(({ attributes, value }): MetricPoint => ({
    labels: labelsOf(attributes),
    value,
  }))
  return [{ name, type: isCounter ? 'counter' : 'gauge', help, points }]
}

function labelsOf(attributes: Attributes): MetricPoint['labels'] {
  const entries = Object.entries(attributes).slice(0, mostLabels)
  return Object.fromEntries(entries.map(([name, value]) => [labelName(sanitized(name)), textOf(value)]))
}

/** Names with a leading underscore belong to the scraper, `le` to histograms, and `worker` to the host. */
function labelName(name: string): string {
  return /^[a-z]/i.test(name) && !hostLabels.has(name) ? name : `l_${name}`
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? '')).slice(0, longestLabel)
}

function sanitized(name: string): string {
  return name.replaceAll(/\W/g, '_')
}
