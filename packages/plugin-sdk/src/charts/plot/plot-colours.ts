/** Colors as currently rendered by the page, for use on a canvas. */
export interface PlotColours {
  readonly series: readonly string[]
  /** The first series, so faint that grid lines show through it. */
  readonly area: string
  readonly line: string
  readonly text: string
  readonly surface: string
  /** Font of the axis labels. */
  readonly font: string
}

const names = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5']

/** Reads tokens as the browser resolves them: in the theme that is shown, with the accent that is set. */
export function readPlotColours(element: HTMLElement): PlotColours {
  const probe = element.ownerDocument.createElement('span')
  // Under reduced motion every transition lasts a millisecond, during which the old color is still reported.
  probe.style.transitionProperty = 'none'
  element.append(probe)
  const resolved = (value: string): string => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const colour = (name: string): string => resolved(`var(--color-${name})`)
  const colours = {
    series: names.map(colour),
    area: resolved('color-mix(in srgb, var(--color-chart-1) 14%, transparent)'),
    line: colour('line'),
    text: colour('subtle'),
    surface: colour('surface'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
  }
  probe.remove()
  return colours
}
