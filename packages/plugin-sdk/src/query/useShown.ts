import { useMemo } from 'react'
import { withChanges } from './pending-changes.ts'
import { useShownChanges } from './usePendingChanges.ts'

/** Data of an endpoint as the reader sees them: with the changes that are not yet part of them. */
export function useShown<Data>(pattern: string, data: Data | undefined): Data | undefined {
  const changes = useShownChanges()
  return useMemo(() => (data === undefined ? undefined : withChanges(data, pattern, changes)), [data, pattern, changes])
}
