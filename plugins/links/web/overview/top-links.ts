import { useQuery } from '@host/plugin-sdk'
import { listTopLinks } from '../../shared/top-links.ts'
import { useLastDays } from '../statistics/useLastDays.ts'

/** The links that were visited most in the last 7 days; undefined while they are on their way. */
export function useTopLinks() {
  return useQuery(listTopLinks, useLastDays(7)).data?.items
}

/** Whether a link of the workspace was visited in the last 7 days. */
export function useHasVisits(): boolean {
  const links = useTopLinks()
  return links !== undefined && links.length > 0
}
