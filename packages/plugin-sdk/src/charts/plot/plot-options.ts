import uPlot from 'uplot'
import { isKnown, type ChartData, type ChartKind } from '../chart-data.ts'
import { drawSeriesNames } from './draw-series-names.ts'
import { widestLabel } from './label-width.ts'
import type { PlotColors } from './plot-colors.ts'

/** Input of `plotOptions`. */
export interface PlotDescription {
  readonly kind: ChartKind
  readonly data: ChartData
  readonly colors: PlotColors
  readonly width: number
  readonly height: number
  readonly formatValue: (value: number) => string
}

/** Pixels beside the plot for the names of several series, and about as many as the axis of values takes. */
const roomOfNames = 76
const roomOfValues = 56

/** Values as uPlot wants them: the places first, then each series. */
export function alignedData({ labels, series }: ChartData): uPlot.AlignedData {
  return [
    labels.map((_, index) => index),
    ...series.map(({ values }) => values.map((value) => (isKnown(value) ? value : null))),
  ]
}

/** One hue, hairlines, no legend: several series carry their names at the end of their lines. */
export function plotOptions(plot: PlotDescription): uPlot.Options {
  const { kind, data, colors, width, height } = plot
  const last = data.labels.length - 1
  const margin = kind === 'bar' || last === 0 ? 0.5 : 0
  const isNamed = data.series.length > 1
  const widest = widestLabel(data.labels, colors.font)
  return {
    width,
    height,
    padding: [8, isNamed ? roomOfNames : widest / 2, 0, 0],
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: { y: false, x: kind !== 'bar', drag: { x: false, y: false }, points: pointOptions(kind, colors) },
    scales: { x: { time: false, range: [-margin, last + margin] }, y: { range: rangeOfValues } },
    axes: [labelAxis(plot, widest), valueAxis(plot)],
    series: [{}, ...data.series.map((_, index) => seriesOptions(plot, index))],
    hooks: isNamed ? { draw: [(drawn) => drawSeriesNames(drawn, data.series, colors)] } : {},
  }
}

function seriesOptions({ kind, data, colors }: PlotDescription, index: number): uPlot.Series {
  const stroke = colors.series[index % colors.series.length] ?? colors.text
  const points = { show: data.labels.length === 1 }
  if (kind === 'bar') {
    const bars = uPlot.paths.bars?.({ size: [0.7, 32], radius: [0.2, 0] })
    return { stroke, fill: stroke, width: 0, points: { show: false }, ...(bars && { paths: bars }) }
  }
  const line = { stroke, width: 2, points }
  return kind === 'area' && index === 0 ? { ...line, fill: colors.area } : line
}

function pointOptions(kind: ChartKind, { series, surface }: PlotColors): uPlot.Cursor.Points {
  if (kind === 'bar') return { show: false }
  return { size: 9, width: 2, fill: (_, index) => series[index - 1] ?? '', stroke: () => surface }
}

function labelAxis({ data, colors, width }: PlotDescription, widest: number): uPlot.Axis {
  const inner = width - roomOfValues - (data.series.length > 1 ? roomOfNames : 0)
  const step = Math.max(1, Math.ceil(data.labels.length / Math.max(1, Math.floor(inner / (widest + 24)))))
  const places = data.labels.map((_, index) => index).filter((index) => (data.labels.length - 1 - index) % step === 0)
  return {
    stroke: colors.text,
    font: colors.font,
    size: 28,
    gap: 8,
    grid: { show: false },
    ticks: { show: false },
    border: { show: true, stroke: colors.line, width: 1 },
    splits: () => places,
    values: (_, splits) => splits.map((index) => data.labels[index] ?? ''),
  }
}

function valueAxis({ data, colors, formatValue }: PlotDescription): uPlot.Axis {
  const isWhole = data.series.every(({ values }) => values.every((value) => !isKnown(value) || Number.isInteger(value)))
  return {
    stroke: colors.text,
    font: colors.font,
    gap: 8,
    space: 32,
    // As much as the longest number takes, its gap, and a little air.
    size: (_, values) => Math.max(28, widestLabel(values ?? [], colors.font) + 12),
    grid: { stroke: colors.line, width: 1 },
    ticks: { show: false },
    ...(isWhole && { incrs: wholeSteps }),
    values: (_, splits) => splits.map(formatValue),
  }
}

/** 1, 2, 5, 10, ...: things that are counted have no halves. */
const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** Begins at nothing, so that a small change looks small, unless something is below it. */
function rangeOfValues(_: uPlot, least: number | null, most: number | null): uPlot.Range.MinMax {
  const [low, high] = [Math.min(0, least ?? 0), Math.max(0, most ?? 0)]
  const room = (high - low) * 0.08
  if (room === 0) return [0, 4]
  return [low < 0 ? low - room : 0, Math.max(high + room, low < 0 ? 0 : Math.min(4, high * 4))]
}
