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

const two = { ...data, series: [...data.series, { label: 'Wait', values: [1, 0] }] }

test('the names of several series begin beside the plot, however the axes wrote theirs', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(letters as never)
  const drawn: [text: string, left: number, align: string][] = []
  const ctx = {
    ...letters(),
    textAlign: 'right',
    save() {},
    restore() {},
    fillRect() {},
    fillText(text: string, left: number) {
      drawn.push([text, left, this.textAlign])
    },
  }
  const { hooks } = plotOptions({ kind: 'bar', data: two, colors, width: 400, height: 240, formatValue: String })
  const [draw] = hooks?.draw ?? []
  draw?.({ ctx, bbox: { left: 0, top: 0, width: 300, height: 200 }, valToPos: (value: number) => value } as never)
  expect(drawn.map(([text, , align]) => [text, align])).toEqual([
    ['Wait', 'left'],
    ['Time', 'left'],
  ])
  for (const [, left] of drawn) expect(left).toBeGreaterThan(300)
})

test('labels of a narrow chart keep apart', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(letters as never)
  const labels = Array.from({ length: 30 }, (_, day) => `Nov ${day + 1}`)
  const values = labels.map(() => 1)
  const days = {
    labels,
    series: [
      { label: 'Sales', values },
      { label: 'Refunds', values },
    ],
  }
  const { axes } = plotOptions({ kind: 'bar', data: days, colors, width: 400, height: 240, formatValue: String })
  const splits = axes?.[0]?.splits as unknown as () => readonly number[]
  const [widest, inner] = ['Nov 30'.length * 12, 400 - 76 - 56]
  const [first = 0, second = 0] = splits()
  expect(((second - first) * inner) / labels.length).toBeGreaterThan(widest)
})
