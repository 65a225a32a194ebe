/** A distribution of durations: counts within each bound and above the one before. */
export interface Distribution {
  /** Ascending; values above the last one are counted in one more place. */
  readonly bounds: readonly number[]
  readonly counts: readonly number[]
  readonly sum: number
}

/** One series of a family. */
export interface MetricPoint {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number | Distribution
}

/** Measurements under one name. */
export interface MetricFamily {
  /** Letters, digits and underscores; without the `_total` of a counter. */
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** When a counter began, in milliseconds since 1970; with the metrics of the host when left out. */
  readonly since?: number
  readonly points: readonly MetricPoint[]
}

/** A family whose series differ by one label. @param values by the value of the label */
export function familyBy(
  label: string,
  family: Omit<MetricFamily, 'points'>,
  values: Iterable<readonly [of: string, value: MetricPoint['value']]>,
): MetricFamily {
  return { ...family, points: [...values].map(([of, value]) => ({ labels: { [label]: of }, value })) }
}
