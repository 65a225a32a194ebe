import type uPlot from 'uplot'
import { expect, test, vi } from 'vitest'
import { plotOptions } from './plot-options.ts'

vi.mock('uplot', () => ({ default: { paths: {} } }))

const colors = { series: ['red'], area: 'red', line: 'grey', text: 'black', surface: 'white', font: '12px Inter' }
const data = { labels: ['Mon', 'Tue'], series: [{ label: 'Time', values: [2, 8] }] }

/** A canvas where every character is as wide as its font size; the font size is 5 px until one is set. */
function letters(): CanvasRenderingContext2D {
  const context = {
    font: '5px sans-serif',
    measureText: (text: string) => ({ width: text.length * Number.parseInt(context.font, 10) }),
  }
  return context as unknown as CanvasRenderingContext2D
}

test('the axis of values has room for its longest number in the font that it is drawn in', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(letters as never)
  const { axes } = plotOptions({ kind: 'line', data, colors, width: 400, height: 240, formatValue: String })
  const size = axes?.[1]?.size as (plot: uPlot, values: readonly string[]) => number
  expect(size({ ctx: letters() } as uPlot, ['0 ms', '7.5 ms'])).toBe(6 * 12 + 12)
})
