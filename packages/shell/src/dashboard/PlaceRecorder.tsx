import { useEffect } from 'react'
import { useLocation, useSearch } from '@host/plugin-sdk'
import type { LastPlace } from './last-place.ts'

export interface PlaceRecorderProps {
  readonly lastPlace: LastPlace
  /** Whether the page is known to be outside of the settings. */
  readonly isPlace: boolean
}

/** Records the page to which the way back from the settings leads. */
export function PlaceRecorder({ lastPlace, isPlace }: PlaceRecorderProps) {
  const path = useLocation()
  const [search] = useSearch()
  const query = search.toString()
  useEffect(() => {
    if (isPlace) lastPlace.record(query === '' ? path : `${path}?${query}`)
  }, [lastPlace, isPlace, path, query])
  return null
}
