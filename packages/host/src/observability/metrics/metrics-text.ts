/** Metrics as text, in the format of Prometheus (0.0.4) and in OpenMetrics (1.0.0). */
import { distinctFamilies } from './distinct-families.ts'
import type { Distribution, MetricFamily, MetricPoint } from './metric-family.ts'

/** The formats that scrapers ask for. */
export type MetricsFormat = 'prometheus' | 'openmetrics'

/** Content type of each format. */
export const metricsTypes: Readonly<Record<MetricsFormat, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
}

/** Writes families as text. */
export function metricsText(families: readonly MetricFamily[], format: MetricsFormat): string {
  const text = distinctFamilies(families)
    .map((family) => familyText(family, format))
    .join('')
  return format === 'openmetrics' ? `${text}# EOF\n` : text
}

function familyText({ name, type, help, points }: MetricFamily, format: MetricsFormat): string {
  const told = type === 'counter' && format === 'prometheus' ? `${name}_total` : name
  const head = `# HELP ${told} ${escape(help)}\n# TYPE ${told} ${type}\n`
  const lines = points.flatMap((point) => linesOf(name, type, point))
  return head + lines.map(([series, value]) => `${series} ${value}\n`).join('')
}

type Line = readonly [series: string, value: string]

function linesOf(name: string, type: MetricFamily['type'], { labels, value }: MetricPoint): readonly Line[] {
  if (typeof value !== 'number') return distributionLines(name, labels, value)
  return [[name + (type === 'counter' ? '_total' : '') + labelsText(labels), numberText(value)]]
}

function distributionLines(name: string, labels: MetricPoint['labels'], value: Distribution): readonly Line[] {
  let count = 0
  const buckets = value.counts.map((within, at): Line => {
    count += within
    const bound = value.bounds[at]
    const le = bound === undefined ? '+Inf' : Number.isInteger(bound) ? `${bound}.0` : String(bound)
    return [`${name}_bucket${labelsText({ ...labels, le })}`, String(count)]
  })
  const told = labelsText(labels)
  return [...buckets, [`${name}_sum${told}`, numberText(value.sum)], [`${name}_count${told}`, String(count)]]
}

function labelsText(labels: MetricPoint['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
}
