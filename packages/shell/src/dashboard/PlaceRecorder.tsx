import { useEffect } from 'react'
import { useLocation, useSearch } from '@host/plugin-sdk'
import type { LastPlace } from './last-place.ts'

export interface PlaceRecorderProps {
  readonly lastPlace: LastPlace
  readonly isInSettings: boolean
}

/** Records the page to which the way back from the settings leads. */
export function PlaceRecorder({ lastPlace, isInSettings }: PlaceRecorderProps) {
  const path = useLocation()
  const [search] = useSearch()
  const query = search.toString()
  useEffect(() => {
    if (!isInSettings) lastPlace.record(query === '' ? path : `${path}?${query}`)
  }, [lastPlace, isInSettings, path, query])
  return null
}
