import { useLayoutEffect, useState, type RefObject } from 'react'
import { readPlotColors, type PlotColors } from './plot-colors.ts'

/** The colors of an element, read again when theme or accent change. */
export function usePlotColors(element: RefObject<HTMLElement | null>): PlotColors | undefined {
  const [colors, setColors] = useState<PlotColors>()
  useLayoutEffect(() => {
    const read = (): void => {
      if (element.current !== null) setColors(readPlotColors(element.current))
    }
    read()
    const attributes = new MutationObserver(read)
    attributes.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', read)
    return () => {
      attributes.disconnect()
      system.removeEventListener('change', read)
    }
  }, [element])
  return colors
}
