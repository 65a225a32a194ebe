import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { isKnown, type ChartData, type ChartKind } from '../chart-data.ts'
import type { ChartPlace } from '../ChartReader.tsx'
import { alignedData, plotOptions } from './plot-options.ts'
import { usePlotColors } from './usePlotColors.ts'

export interface PlotProps {
  readonly kind: ChartKind
  readonly data: ChartData
  readonly formatValue: (value: number) => string
  /** The place that is read; null when none is. */
  readonly index: number | null
  readonly onIndex: (index: number | null) => void
  readonly onPlace: (place: ChartPlace | null) => void
}

/** Draws on a canvas, as wide as there is room, and says where pointer and keys are. */
export function Plot({ kind, data, formatValue, index, onIndex, onPlace }: PlotProps) {
  const target = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const colors = usePlotColors(target)
  useEffect(() => {
    const element = target.current
    if (element === null || colors === undefined) return undefined
    const { clientWidth: width, clientHeight: height } = element
    const made = new uPlot(plotOptions({ kind, data, colors, width, height, formatValue }), alignedData(data), element)
    plot.current = made
    const unfollow = followPointer(made, onIndex)
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== made.width || element.clientHeight !== made.height) {
        made.setSize({ width: element.clientWidth, height: element.clientHeight })
      }
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      unfollow()
      made.destroy()
      plot.current = null
    }
  }, [kind, data, colors, formatValue, onIndex])
  useEffect(() => onPlace(index === null ? null : show(plot.current, index, data)), [index, data, onPlace])
  return <div ref={target} aria-hidden className="absolute inset-0" />
}

function followPointer(plot: uPlot, onIndex: (index: number | null) => void): () => void {
  const { over } = plot
  const enter = (event: PointerEvent): void => onIndex(plot.posToIdx(event.offsetX))
  const leave = (): void => onIndex(null)
  over.addEventListener('pointermove', enter)
  over.addEventListener('pointerleave', leave)
  return () => {
    over.removeEventListener('pointermove', enter)
    over.removeEventListener('pointerleave', leave)
  }
}

/** Moves the cursor to the index selected with the keys and returns the position of its highest value. */
function show(plot: uPlot | null, index: number, { series }: ChartData): ChartPlace | null {
  if (plot === null) return null
  const left = plot.valToPos(index, 'x')
  const values = series.map(({ values: all }) => all[index]).filter(isKnown)
  const top = plot.valToPos(Math.max(0, ...values), 'y')
  plot.setCursor({ left, top }, false)
  return { index, left: left + plot.over.offsetLeft, top: top + plot.over.offsetTop }
}
