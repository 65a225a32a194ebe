const tints = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3', 'fill-chart-4', 'fill-chart-5'] as const

/** The class that fills the part of this place: the accent first, then its tints. */
export function tintOf(index: number): string {
  return tints[Math.min(index, tints.length - 1)] ?? tints[0]
}
