import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ClientError } from '@host/client'

/** What a place asks of everybody before it shows them anything. */
export type PlaceDemand = 'second_factor_required' | 'sso_required'

const demands: ReadonlySet<string> = new Set<PlaceDemand>(['second_factor_required', 'sso_required'])

/** What the server refuses this place for, told by the kept data: it ends as soon as they are answered. */
export function usePlaceDemand(): PlaceDemand | undefined {
  const queries = useQueryClient()
  const subscribe = useCallback((listener: () => void) => queries.getQueryCache().subscribe(listener), [queries])
  return useSyncExternalStore(subscribe, () => demandIn(queries))
}

/**
 * Asks again for what was refused, since something may have met the demand: a write that succeeded, or the reader who
 * went to another address. What is shown stays meanwhile, such as codes that are shown once.
 */
export function useDemandAgain(demand: PlaceDemand | undefined, path: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (demand === undefined) return undefined
    const again = (): void => void queries.refetchQueries({ predicate: isDemanded })
    return queries.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status === 'success') again()
    })
  }, [demand, queries])
  useEffect(() => {
    void queries.refetchQueries({ predicate: isDemanded })
  }, [path, queries])
}

function demandIn(queries: QueryClient): PlaceDemand | undefined {
  const refused = queries.getQueryCache().getAll().find(isDemanded)
  return codeOf(refused?.state.error) as PlaceDemand | undefined
}

function isDemanded({ state: { error } }: { readonly state: { readonly error: unknown } }): boolean {
  return demands.has(codeOf(error) ?? '')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ClientError ? error.code : undefined
}
