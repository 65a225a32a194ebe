import { factsOf, type CollectedFacts, type SentPair } from './collected-pairs.ts'

/** One series as it arrives. */
export interface CollectedPoint {
  readonly labels: CollectedFacts
  /** In nanoseconds since 1970. */
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
  readonly asDouble?: number
  readonly count?: string
  readonly sum?: number
  readonly bucketCounts?: readonly string[]
  readonly explicitBounds?: readonly number[]
}

/** A metric as it arrives. */
export interface CollectedMetric {
  readonly form: 'gauge' | 'sum' | 'histogram'
  readonly description: string
  readonly aggregationTemporality?: number
  readonly isMonotonic?: boolean
  readonly points: readonly CollectedPoint[]
}

/** One export of one process. */
export interface CollectedMetrics {
  readonly resource: CollectedFacts
  readonly scope: string
  readonly metrics: ReadonlyMap<string, CollectedMetric>
  /** The series of a metric that has these labels. */
  point(name: string, labels?: CollectedFacts): CollectedPoint | undefined
}

interface SentValues extends Omit<CollectedMetric, 'form' | 'description' | 'points'> {
  readonly dataPoints: readonly (Omit<CollectedPoint, 'labels'> & { readonly attributes: readonly SentPair[] })[]
}

interface SentMetric {
  readonly name: string
  readonly description: string
  readonly gauge?: SentValues
  readonly sum?: SentValues
  readonly histogram?: SentValues
}

/** The body of an export of metrics. */
export interface SentMetrics {
  readonly resourceMetrics: readonly [
    {
      readonly resource: { readonly attributes: readonly SentPair[] }
      readonly scopeMetrics: readonly [
        { readonly scope: { readonly name: string }; readonly metrics: readonly SentMetric[] },
      ]
    },
  ]
}

export function metricsOf({ resourceMetrics: [{ resource, scopeMetrics }] }: SentMetrics): CollectedMetrics {
  const [{ scope, metrics: sent }] = scopeMetrics
  const metrics = new Map(sent.map((metric) => [metric.name, metricOf(metric)]))
  return {
    resource: factsOf(resource.attributes),
    scope: scope.name,
    metrics,
    point: (name, labels = {}) =>
      metrics
        .get(name)
        ?.points.find((point) => Object.entries(labels).every(([label, value]) => point.labels[label] === value)),
  }
}

function metricOf(metric: SentMetric): CollectedMetric {
  const form = (['gauge', 'sum', 'histogram'] as const).find((name) => metric[name] !== undefined) ?? 'gauge'
  const { dataPoints = [], ...values } = metric[form] ?? {}
  const points = dataPoints.map(({ attributes, ...point }) => ({ ...point, labels: factsOf(attributes) }))
  return { form, description: metric.description, ...values, points }
}
