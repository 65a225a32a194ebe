/**
 * Metrics in the two encodings of OTLP: `ExportMetricsServiceRequest` as Protocol Buffers and as JSON. Counters and
 * histograms are cumulative: each export has their whole values, so that a lost one costs nothing but its moment.
 *
 * @see https://opentelemetry.io/docs/specs/otel/metrics/data-model/
 */
import { jsonPairs } from '../../otlp/json-pairs.ts'
import { jsonTime } from '../../otlp/json-time.ts'
import { otlpScope } from '../../otlp/otlp-scope.ts'
import type { OtlpProtocol } from '../../otlp/otlp-target.ts'
import { ProtoWriter } from '../../otlp/proto-writer.ts'
import type { ResourceFacts } from '../../otlp/resource-facts.ts'
import { writePairs } from '../../otlp/write-pairs.ts'
import type { Distribution, MetricFamily, MetricPoint } from '../metric-family.ts'

/** The stretch of time that values are about, in milliseconds since 1970. */
export interface MetricTimes {
  /** When counters began, but those that name another time. */
  readonly since: number
  readonly now: number
}

/** Encodes the metrics of a process. */
export type MetricsEncoder = (families: readonly MetricFamily[], times: MetricTimes) => Uint8Array

/** Makes the encoder of the metrics of a process. */
export function metricsEncoder(protocol: OtlpProtocol, facts: ResourceFacts): MetricsEncoder {
  return protocol === 'http/json'
    ? (families, times) => Buffer.from(JSON.stringify(requestOf(facts, families, times)))
    : (families, times) => writeRequest(facts, families, times)
}

/** The number of `AggregationTemporality`. */
const cumulative = 2
/** Fields of `Metric` by the form of its values. */
const forms = { gauge: 5, counter: 7, histogram: 9 } as const satisfies Readonly<Record<MetricFamily['type'], number>>

function requestOf(facts: ResourceFacts, families: readonly MetricFamily[], times: MetricTimes): object {
  const scopeMetrics = [{ scope: { name: otlpScope }, metrics: families.map((family) => metricOf(family, times)) }]
  return { resourceMetrics: [{ resource: { attributes: jsonPairs(facts) }, scopeMetrics }] }
}

function metricOf({ name, help: description, type, points, since }: MetricFamily, times: MetricTimes): object {
  const dataPoints = points.map(({ labels, value }) => ({
    attributes: jsonPairs(labels),
    startTimeUnixNano: jsonTime(since ?? times.since),
    timeUnixNano: jsonTime(times.now),
    ...(typeof value === 'number' ? { asDouble: jsonDouble(value) } : distributionOf(value)),
  }))
  if (type === 'gauge') return { name, description, gauge: { dataPoints } }
  if (type === 'histogram') {
    return { name, description, histogram: { dataPoints, aggregationTemporality: cumulative } }
  }
  return { name, description, sum: { dataPoints, aggregationTemporality: cumulative, isMonotonic: true } }
}

function distributionOf({ bounds, counts, sum }: Distribution): object {
  return {
    count: String(total(counts)),
    sum: jsonDouble(sum),
    bucketCounts: counts.map(String),
    explicitBounds: bounds,
  }
}

/** JSON has neither infinity nor NaN; its readers take their names. */
function jsonDouble(value: number): number | string {
  return Number.isFinite(value) ? value : String(value)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function writeRequest(facts: ResourceFacts, families: readonly MetricFamily[], times: MetricTimes): Uint8Array {
  const writer = new ProtoWriter()
  writer.message(1, () => {
    writer.message(1, () => writePairs(writer, 1, facts))
    writer.message(2, () => {
      writer.message(1, () => writer.string(1, otlpScope))
      for (const family of families) writer.message(2, () => writeMetric(writer, family, times))
    })
  })
  return writer.bytes
}

function writeMetric(writer: ProtoWriter, { name, help, type, points, since }: MetricFamily, times: MetricTimes): void {
  const own = { since: since ?? times.since, now: times.now }
  writer.string(1, name)
  if (help !== '') writer.string(2, help)
  writer.message(forms[type], () => {
    for (const point of points) writer.message(1, () => writePoint(writer, point, own))
    if (type !== 'gauge') writer.integer(2, cumulative)
    if (type === 'counter') writer.integer(3, 1)
  })
}

function writePoint(writer: ProtoWriter, { labels, value }: MetricPoint, { since, now }: MetricTimes): void {
  writer.time(2, since)
  writer.time(3, now)
  if (typeof value === 'number') {
    writer.double(4, value)
    writePairs(writer, 7, labels)
    return
  }
  writer.fixed64(4, total(value.counts))
  writer.double(5, value.sum)
  writer.fixed64s(6, value.counts)
  writer.doubles(7, value.bounds)
  writePairs(writer, 9, labels)
}
