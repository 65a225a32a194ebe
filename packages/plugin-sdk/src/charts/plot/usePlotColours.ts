import { useLayoutEffect, useState, type RefObject } from 'react'
import { readPlotColours, type PlotColours } from './plot-colours.ts'

/** The colors of an element, read again when theme or accent change. */
export function usePlotColours(element: RefObject<HTMLElement | null>): PlotColours | undefined {
  const [colours, setColours] = useState<PlotColours>()
  useLayoutEffect(() => {
    const read = (): void => {
      if (element.current !== null) setColours(readPlotColours(element.current))
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
  return colours
}
