import { useCallback, useMemo } from 'react'
import { useSearch } from '@host/plugin-sdk'
import { keyStates } from '../shared.ts'

/** Which keys are listed; what is left out does not matter. */
export interface KeyFilter {
  readonly plugin?: string
  readonly state?: (typeof keyStates)[number]
}

/** The filter of the list, which stands in the address, so that a link brings it back. */
export function useKeyFilter(): {
  readonly filter: KeyFilter
  readonly setFilter: (filter: KeyFilter) => void
} {
  const [search, setSearch] = useSearch()
  const filter = useMemo(() => {
    const plugin = search.get('plugin')
    const state = keyStates.find((known) => known === search.get('state'))
    return { ...(plugin !== null && { plugin }), ...(state !== undefined && { state }) }
  }, [search])
  const setFilter = useCallback(
    ({ plugin, state }: KeyFilter) => setSearch({ plugin, state }, { replace: true }),
    [setSearch],
  )
  return { filter, setFilter }
}
