/** Colors as currently rendered by the page, for use on a canvas. */
export interface PlotColors {
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
export function readPlotColors(element: HTMLElement): PlotColors {
  const probe = element.ownerDocument.createElement('span')
  // Under reduced motion every transition lasts a millisecond, during which the old color is still reported.
  probe.style.transitionProperty = 'none'
  element.append(probe)
  const resolved = (value: string): string => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const color = (name: string): string => resolved(`var(--color-${name})`)
  const colors = {
    series: names.map(color),
    area: resolved('color-mix(in srgb, var(--color-chart-1) 14%, transparent)'),
    line: color('line'),
    text: color('subtle'),
    surface: color('surface'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
  }
  probe.remove()
  return colors
}
