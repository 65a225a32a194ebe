import { useMemo } from 'react'
import { useQuery } from '@host/plugin-sdk'
import { linkLimits, readStatistics } from '../../shared.ts'
import { useLastDays } from '../statistics/useLastDays.ts'

/** The clicks of each version of a link, by its number, as far back as statistics go; undefined while they load. */
export function useVersionClicks(linkId: string): ReadonlyMap<number, number> | undefined {
  const { data } = useQuery(readStatistics, { linkId, ...useLastDays(linkLimits.statisticDays) })
  return useMemo(() => {
    const counts = data?.facets.find(({ facet }) => facet === 'version')?.values
    return data && new Map(counts?.map(({ value, clicks }) => [Number(value), clicks]))
  }, [data])
}
