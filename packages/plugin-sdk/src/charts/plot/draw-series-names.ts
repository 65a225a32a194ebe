import type uPlot from 'uplot'
import { isKnown, type ChartSeries } from '../chart-data.ts'
import type { PlotColors } from './plot-colors.ts'

/** Writes the name of each series at the end of its line, moved apart where lines end close to each other. */
export function drawSeriesNames(
  plot: uPlot,
  series: readonly ChartSeries[],
  { series: tints, font, text }: PlotColors,
) {
  const { ctx, bbox } = plot
  const scale = devicePixelRatio
  const ends = series
    .map(({ label, values }, index) => ({ label, index, value: values.findLast(isKnown) }))
    .filter((end): end is typeof end & { value: number } => isKnown(end.value))
    .map((end) => ({ ...end, top: plot.valToPos(end.value, 'y', true) }))
    .toSorted((a, b) => a.top - b.top)
  ctx.save()
  ctx.font = font.replace('12px', `${12 * scale}px`)
  ctx.textBaseline = 'middle'
  // The axes leave their own behind.
  ctx.textAlign = 'left'
  let free = bbox.top
  for (const { label, index, top } of ends) {
    const line = Math.max(top, free)
    ctx.fillStyle = tints[index % tints.length] ?? text
    ctx.fillRect(bbox.left + bbox.width + 6 * scale, line - 4 * scale, 3 * scale, 8 * scale)
    ctx.fillStyle = text
    ctx.fillText(label, bbox.left + bbox.width + 13 * scale, line, 58 * scale)
    free = line + 15 * scale
  }
  ctx.restore()
}
