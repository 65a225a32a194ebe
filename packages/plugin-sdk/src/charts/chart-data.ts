/** One line, area or row of bars. */
export interface ChartSeries {
  /** Stands beside its line, and heads its column in the table. */
  readonly label: string
  /** As many as there are labels; null where nothing is known. */
  readonly values: readonly (number | null)[]
}

/** What a chart shows: values over labels that stand in their order at equal distances. */
export interface ChartData {
  /** What stands below, each once: days, names. */
  readonly labels: readonly string[]
  /** One to five; the first is drawn in the accent, the others in its tints. */
  readonly series: readonly ChartSeries[]
}

/** How values are drawn. */
export type ChartKind = 'line' | 'area' | 'bar'

/** Whether there is anything to draw. */
export function isEmptyChart({ labels, series }: ChartData): boolean {
  return labels.length === 0 || !series.some(({ values }) => values.some(isKnown))
}

/** Whether a value can be drawn and said: what divides by nothing is as little known as what is missing. */
export function isKnown(value: number | null | undefined): value is number {
  return Number.isFinite(value)
}
