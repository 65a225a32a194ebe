/** One line, area or row of bars. */
export interface ChartSeries {
  /** Stands beside its line, and heads its column in the table. */
  readonly label: string
  /** As many as there are labels; null where nothing is known. */
  readonly values: readonly (number | null)[]
}

/** Chart data: values over ordered labels at equal distances. */
export interface ChartData {
  /** Labels of the horizontal axis, each unique, such as days or names. */
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

/** Whether a value can be drawn and announced. NaN and infinite values count as unknown, like missing ones. */
export function isKnown(value: number | null | undefined): value is number {
  return Number.isFinite(value)
}
