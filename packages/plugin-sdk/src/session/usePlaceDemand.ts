import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useHost } from './HostProvider.tsx'
import type { PlaceDemand } from './place-demand.ts'

/** The requirement that the current workspace has before it shows anything. */
export function usePlaceDemand(): PlaceDemand | undefined {
  const { demand } = useHost()
  return useSyncExternalStore(demand.subscribe, demand.current)
}

/** Sees whether the demand is met whenever it may be: when a write has succeeded, and at every address. */
export function useDemandChecks(path: string): void {
  const { demand } = useHost()
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success') demand.check()
      }),
    [demand, queries],
  )
  useEffect(() => demand.check(), [demand, path])
}
