import { createContext, useContext } from 'react'
import type { PathParams } from './match-path.ts'

export const ParamsContext = createContext<PathParams>({})

/**
 * What the parameters of the page's path hold.
 * @example const { id } = useParams<'/notes/:id'>()
 * @since 1.0.0
 */
export function useParams<Path extends string = string>(): PathParams<Path> {
  return useContext(ParamsContext) as PathParams<Path>
}
