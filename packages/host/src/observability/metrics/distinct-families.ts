import type { MetricFamily, MetricPoint } from './metric-family.ts'

const suffixes: Readonly<Record<MetricFamily['type'], readonly string[]>> = {
  counter: ['', '_total'],
  gauge: [''],
  histogram: ['', '_bucket', '_sum', '_count'],
}

/**
 * Families without clashes: of two that claim a name the first one, and of two series with the same labels the first one.
 * A reader may throw everything away for one clash.
 */
export function distinctFamilies(families: readonly MetricFamily[]): readonly MetricFamily[] {
  const taken = new Set<string>()
  return families.flatMap((family) => {
    const names = suffixes[family.type].map((suffix) => family.name + suffix)
    if (names.some((claimed) => taken.has(claimed))) return []
    for (const claimed of names) taken.add(claimed)
    return [{ ...family, points: distinctPoints(family.points) }]
  })
}

function distinctPoints(points: readonly MetricPoint[]): readonly MetricPoint[] {
  const taken = new Set<string>()
  return points.filter(({ labels }) => {
    const series = JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    return !taken.has(series) && taken.add(series)
  })
}
