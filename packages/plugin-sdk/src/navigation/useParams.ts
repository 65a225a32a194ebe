import { createContext, useContext } from 'react'
import type { PathParams } from './match-path.ts'

export const ParamsContext = createContext<PathParams>({})

/**
 * Parameter values of the page's path.
 * @example const { id } = useParams<'/notes/:id'>()
 * @since 1.0.0
 */
export function useParams<Path extends string = string>(): PathParams<Path> {
  return useContext(ParamsContext) as PathParams<Path>
}
