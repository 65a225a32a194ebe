import { useMemo } from 'react'
import { listBadges } from '@host/platform-api/frame'
import { useQuery } from '@host/plugin-sdk'

const refetchMilliseconds = 60_000

/** How much waits on each page of the sidebar, by path. The sidebar does without when the server does not say. */
export function useBadges({ enabled }: { readonly enabled: boolean }): ReadonlyMap<string, number> {
  const { data } = useQuery(listBadges, undefined, { enabled, errors: 'page', refetchMilliseconds })
  return useMemo(() => new Map(data?.items.map(({ path, count }) => [path, count])), [data])
}
